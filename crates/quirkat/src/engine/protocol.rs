use super::command::{Answer, Command};
use super::{hub, ugi};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

/// A language of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// The Hub protocol of draughts programs, version 2.
    Hub,
}

impl Protocol {
    /// What a line asks for.
    pub(super) fn read(self, line: &str) -> Command {
        match self {
            Self::Ugi => ugi::read(line),
            Self::Hub => hub::read(line),
        }
    }

    /// Writes an answer, a line or several.
    ///
    /// # Errors
    /// When nobody reads.
    pub(super) fn write(self, answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Ugi => ugi::write(answer, out),
            Self::Hub => hub::write(answer, out),
        }
    }

    /// Whether a search without limits may end before `stop`.
    pub(super) const fn may_end_early(self) -> bool {
        matches!(self, Self::Hub)
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ugi => "ugi",
            Self::Hub => "hub",
        })
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "ugi" => Ok(Self::Ugi),
            "hub" => Ok(Self::Hub),
            _ => Err(format!("unknown protocol `{text}`; protocols are ugi, hub")),
        }
    }
}
