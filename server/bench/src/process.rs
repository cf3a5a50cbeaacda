//! A process that is measured: started, asked what it uses, ended with us.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, ChildStdout, Command};

use crate::Outcome;

/// One tick of the times in `/proc`, which Linux fixes for programs at a hundredth of a second.
const TICK: Duration = Duration::from_millis(10);

/// A running process. It is killed when the value goes away.
pub(crate) struct Process {
    child: Child,
    proc: PathBuf,
}

impl Process {
    /// Starts a program whose first line on stdout ends with its address; the process and
    /// `host:port`.
    pub(crate) async fn announced(command: &mut Command) -> Outcome<(Self, String)> {
        command.stdout(Stdio::piped());
        let (process, stdout) = Self::start(command)?;
        let stdout = stdout.ok_or("no stdout")?;
        let mut lines = BufReader::new(stdout).lines();
        let line = lines.next_line().await?;
        let line = line.ok_or("the program ended without saying where it listens")?;
        // What else it says is nobody's here, but a program that is heard by nobody may end of it.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let address = line.split("http://").nth(1).ok_or("the program said no address")?;
        Ok((process, address.trim_end_matches('/').to_owned()))
    }

    /// Starts any program.
    pub(crate) fn start(command: &mut Command) -> Outcome<(Self, Option<ChildStdout>)> {
        let mut child = command.kill_on_drop(true).spawn()?;
        let id = child.id().ok_or("the process ended at once")?;
        let stdout = child.stdout.take();
        let proc = PathBuf::from(format!("/proc/{id}"));
        if !proc.is_dir() {
            return Err("what a process uses is read from /proc: this needs Linux".into());
        }
        Ok((Self { child, proc }, stdout))
    }

    /// Ends it and waits for that.
    pub(crate) async fn end(mut self) -> Outcome {
        self.child.kill().await?;
        Ok(())
    }

    /// The processor time it used so far.
    pub(crate) fn cpu(&self) -> Outcome<Duration> {
        let stat = std::fs::read_to_string(self.proc.join("stat"))?;
        // The name before them is in brackets and may hold anything.
        let fields = stat.rsplit(')').next().ok_or("stat is not as it was")?;
        let ticks: u32 = fields
            .split_whitespace()
            .skip(11)
            .take(2)
            .map(str::parse::<u32>)
            .sum::<Result<u32, _>>()?;
        Ok(TICK * ticks)
    }

    /// The memory it holds now, in kilobytes.
    pub(crate) fn rss_kb(&self) -> Outcome<u32> {
        let status = std::fs::read_to_string(self.proc.join("status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next());
        Ok(number.ok_or("status is not as it was")?.parse()?)
    }
}
