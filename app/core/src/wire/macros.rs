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

        impl $crate::wire::Write for $Name {
            fn write(&self, out: &mut ::std::string::String) {
                let Self { $($field),* } = self;
                out.push('{');
                $( $crate::wire!(@put out $field ($($key)?) ($($default)?)); )*
                out.push('}');
            }
        }

        impl $crate::wire::Read for $Name {
            fn blank() -> Self {
                Self { $( $field: $crate::wire!(@blank $($default)?), )* }
            }

            fn read(
                &mut self,
                value: &$crate::json::Value,
            ) -> ::std::result::Result<(), $crate::wire::WireError> {
                let Self { $($field),* } = self;
                let mut members = $crate::wire::Members::of(value);
                $( $crate::wire!(@read members $field ($($key)?) ($($default)?)); )*
                members.done()
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

        impl $crate::wire::Write for $Name {
            fn write(&self, out: &mut ::std::string::String) {
                $crate::wire::Write::write(&self.0, out)
            }
        }

        impl $crate::wire::Read for $Name {
            fn blank() -> Self {
                Self($crate::wire::Read::blank())
            }

            fn read(
                &mut self,
                value: &$crate::json::Value,
            ) -> ::std::result::Result<(), $crate::wire::WireError> {
                $crate::wire::Read::read(&mut self.0, value)
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
                Self::WORDS[self as usize]
            }

            /// Their words, in the same order.
            const WORDS: &'static [&'static str] =
                &[$($crate::wire!(@kebab $Variant $($word)?)),*];

            /// The one of that word.
            #[must_use]
            $vis fn parse(word: &str) -> ::std::option::Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == word)
            }
        }

        impl $crate::wire::Write for $Name {
            fn write(&self, out: &mut ::std::string::String) {
                $crate::wire::Write::write(self.as_str(), out)
            }
        }

        impl $crate::wire::Read for $Name {
            fn blank() -> Self {
                Self::ALL[0]
            }

            fn read(
                &mut self,
                value: &$crate::json::Value,
            ) -> ::std::result::Result<(), $crate::wire::WireError> {
                *self = Self::ALL[$crate::wire::nth_word(value, Self::WORDS)?];
                Ok(())
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

        impl $crate::wire::Write for $Name {
            fn write(&self, out: &mut ::std::string::String) {
                out.push('{');
                match self {
                    $(
                        Self::$Variant { $($($field),*)? } => {
                            $crate::wire::put(out, $tag, &$crate::wire!(@kebab $Variant $($word)?));
                            $($(
                                $crate::wire!(@put out $field ($($key)?) ($($default)?));
                            )*)?
                        }
                    )*
                    $(
                        // Whole, with the brace that is already there.
                        Self::$Other(others) => {
                            out.pop();
                            $crate::wire::Write::write(others, out);
                            return;
                        }
                    )?
                }
                out.push('}');
            }
        }

        impl $crate::wire::Read for $Name {
            fn blank() -> Self {
                $crate::wire!(@first
                    $( $Variant { $($( $field ($($default)?) )*)? } )*
                )
            }

            fn read(
                &mut self,
                value: &$crate::json::Value,
            ) -> ::std::result::Result<(), $crate::wire::WireError> {
                let mut members = $crate::wire::Members::of(value);
                let word = members.tag($tag);
                $(
                    if word == $crate::wire!(@kebab $Variant $($word)?) {
                        *self = Self::$Variant {
                            $($( $field: $crate::wire!(@blank $($default)?), )*)?
                        };
                        if let Self::$Variant { $($($field),*)? } = self {
                            $($(
                                $crate::wire!(@read members $field ($($key)?) ($($default)?));
                            )*)?
                        }
                        return members.done();
                    }
                )*
                $crate::wire!(@unknown self members $tag
                    [$($crate::wire!(@kebab $Variant $($word)?)),*] $($Other)?);
                members.done()
            }
        }
    };

    // The first variant, without what it will hold.
    (@first $Variant:ident { $( $field:ident ($($default:expr)?) )* } $($rest:tt)*) => {
        Self::$Variant { $( $field: $crate::wire!(@blank $($default)?), )* }
    };

    // A variant that is not declared.
    (@unknown $self:ident $members:ident $tag:literal [$($word:expr),*]) => {
        $members.none_of($tag, &[$($word),*])
    };
    (@unknown $self:ident $members:ident $tag:literal [$($word:expr),*] $Other:ident) => {
        *$self = Self::$Other($members.object())
    };

    // Names on the wire.
    (@camel $name:ident $key:literal) => { $key };
    (@camel $name:ident) => {{
        const NAME: &str = stringify!($name);
        const KEY: [u8; $crate::wire::camel_length(NAME)] = $crate::wire::camel(NAME);
        const { $crate::wire::text(&KEY) }
    }};
    (@kebab $name:ident $word:literal) => { $word };
    (@kebab $name:ident) => {{
        const NAME: &str = stringify!($name);
        const WORD: [u8; $crate::wire::kebab_length(NAME)] = $crate::wire::kebab(NAME);
        const { $crate::wire::text(&WORD) }
    }};

    // One field, out and in.
    (@put $out:ident $field:ident ($($key:literal)?) ()) => {
        $crate::wire::put($out, $crate::wire!(@camel $field $($key)?), $field)
    };
    (@put $out:ident $field:ident ($($key:literal)?) ($default:expr)) => {
        if *$field != $default {
            $crate::wire!(@put $out $field ($($key)?) ());
        }
    };
    (@blank) => { $crate::wire::Read::blank() };
    (@blank $default:expr) => { $default };
    (@read $members:ident $field:ident ($($key:literal)?) ()) => {
        $members.read($crate::wire!(@camel $field $($key)?), $field)
    };
    (@read $members:ident $field:ident ($($key:literal)?) ($default:expr)) => {
        $members.read_or($crate::wire!(@camel $field $($key)?), $field)
    };
}
