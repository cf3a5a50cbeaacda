//! The declaration itself. The expansion is a list of calls into `member`, to stay small.

/// Declares a type that crosses as JSON; see [the module](mod@crate::wire) for the forms and an
/// example.
#[macro_export]
macro_rules! wire {
    // A record.
    (
        $(#[$meta:meta])*
        $vis:vis struct $Name:ident {
            $(
                $(#[$field_meta:meta])*
                $field_vis:vis $field:ident $(as $key:literal)? : $Type:ty $(= $default:expr)?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis struct $Name {
            $( $(#[$field_meta])* $field_vis $field: $Type, )*
        }

        impl $crate::wire::Wire for $Name {
            fn to_value(&self) -> $crate::json::Value {
                let Self { $($field),* } = self;
                let mut object = $crate::json::Object::new();
                $( $crate::wire!(@put object $field ($($key)?) ($($default)?)); )*
                $crate::json::Value::Object(object)
            }

            fn from_value(
                value: &$crate::json::Value,
            ) -> ::std::result::Result<Self, $crate::wire::WireError> {
                let object = $crate::wire::object_of(value)?;
                let _ = object;
                Ok(Self {
                    $( $field: $crate::wire!(@take object $field ($($key)?) ($($default)?)), )*
                })
            }
        }
    };

    // A wrapped value.
    (
        $(#[$meta:meta])*
        $vis:vis struct $Name:ident($(#[$field_meta:meta])* $field_vis:vis $Type:ty);
    ) => {
        $(#[$meta])*
        $vis struct $Name($(#[$field_meta])* $field_vis $Type);

        impl $crate::wire::Wire for $Name {
            fn to_value(&self) -> $crate::json::Value {
                $crate::wire::Wire::to_value(&self.0)
            }

            fn from_value(
                value: &$crate::json::Value,
            ) -> ::std::result::Result<Self, $crate::wire::WireError> {
                $crate::wire::Wire::from_value(value).map(Self)
            }
        }
    };

    // A set of words.
    (
        $(#[$meta:meta])*
        $vis:vis enum $Name:ident {
            $( $(#[$variant_meta:meta])* $Variant:ident $(as $word:literal)? ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $Name {
            $( $(#[$variant_meta])* $Variant, )*
        }

        impl $Name {
            /// Every one, as declared.
            $vis const ALL: &'static [Self] = &[$(Self::$Variant),*];

            /// The word on the wire.
            #[must_use]
            $vis const fn as_str(self) -> &'static str {
                match self {
                    $( Self::$Variant => $crate::wire!(@kebab $Variant $($word)?), )*
                }
            }

            /// The one of that word.
            #[must_use]
            $vis fn parse(word: &str) -> ::std::option::Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == word)
            }
        }

        impl $crate::wire::Wire for $Name {
            fn to_value(&self) -> $crate::json::Value {
                $crate::json::Value::from(self.as_str())
            }

            fn from_value(
                value: &$crate::json::Value,
            ) -> ::std::result::Result<Self, $crate::wire::WireError> {
                let nth = $crate::wire::nth_word(value, &[$(Self::$Variant.as_str()),*])?;
                Ok(Self::ALL[nth])
            }
        }
    };

    // Variants with fields, told apart by a member.
    (
        $(#[$meta:meta])*
        $vis:vis enum $Name:ident by $tag:literal {
            $(
                $(#[$variant_meta:meta])*
                $Variant:ident $(as $word:literal)? $({
                    $(
                        $(#[$field_meta:meta])*
                        $field:ident $(as $key:literal)? : $Type:ty $(= $default:expr)?
                    ),* $(,)?
                })?
            ),* $(,)?
        }
        $(else $Other:ident)?
    ) => {
        $(#[$meta])*
        $vis enum $Name {
            $(
                $(#[$variant_meta])*
                $Variant $({ $( $(#[$field_meta])* $field: $Type, )* })?,
            )*
            $(
                /// One that this version does not know, whole as it came.
                $Other($crate::json::Object),
            )?
        }

        impl $crate::wire::Wire for $Name {
            fn to_value(&self) -> $crate::json::Value {
                match self {
                    $(
                        Self::$Variant { $($($field),*)? } => {
                            let mut object = $crate::json::Object::new();
                            object.insert($tag, $crate::wire!(@kebab $Variant $($word)?));
                            $($(
                                $crate::wire!(@put object $field ($($key)?) ($($default)?));
                            )*)?
                            $crate::json::Value::Object(object)
                        }
                    )*
                    $( Self::$Other(object) => $crate::json::Value::Object(object.clone()), )?
                }
            }

            fn from_value(
                value: &$crate::json::Value,
            ) -> ::std::result::Result<Self, $crate::wire::WireError> {
                let object = $crate::wire::object_of(value)?;
                let word = $crate::wire::tag_of(object, $tag)?;
                $(
                    if word == $crate::wire!(@kebab $Variant $($word)?) {
                        return Ok(Self::$Variant {
                            $($(
                                $field:
                                    $crate::wire!(@take object $field ($($key)?) ($($default)?)),
                            )*)?
                        });
                    }
                )*
                $crate::wire!(@unknown object $tag
                    [$($crate::wire!(@kebab $Variant $($word)?)),*] $($Other)?)
            }
        }
    };

    // A variant that is not declared.
    (@unknown $object:ident $tag:literal [$($word:expr),*]) => {
        Err($crate::wire::untagged($object, $tag, &[$($word),*]))
    };
    (@unknown $object:ident $tag:literal [$($word:expr),*] $Other:ident) => {
        Ok(Self::$Other($object.clone()))
    };

    // Names on the wire.
    (@camel $name:ident $key:literal) => { $key };
    (@camel $name:ident) => {{
        const NAME: &str = stringify!($name);
        const KEY: [u8; $crate::wire::camel_length(NAME)] = $crate::wire::camel(NAME);
        $crate::wire::text(&KEY)
    }};
    (@kebab $name:ident $word:literal) => { $word };
    (@kebab $name:ident) => {{
        const NAME: &str = stringify!($name);
        const WORD: [u8; $crate::wire::kebab_length(NAME)] = $crate::wire::kebab(NAME);
        $crate::wire::text(&WORD)
    }};

    // One field, out and in.
    (@put $object:ident $field:ident ($($key:literal)?) ()) => {
        $crate::wire::put(&mut $object, $crate::wire!(@camel $field $($key)?), $field)
    };
    (@put $object:ident $field:ident ($($key:literal)?) ($default:expr)) => {
        if *$field != $default {
            $crate::wire!(@put $object $field ($($key)?) ());
        }
    };
    (@take $object:ident $field:ident ($($key:literal)?) ()) => {
        $crate::wire::take($object, $crate::wire!(@camel $field $($key)?))?
    };
    (@take $object:ident $field:ident ($($key:literal)?) ($default:expr)) => {
        $crate::wire::take_or($object, $crate::wire!(@camel $field $($key)?), || $default)?
    };
}
