use crate::suggest::{Suggest, Unreadable, with_suggestion};
use quirkat_rules::{Geometry, Preset, RefusedRules, Rules};
use quirkat_store::StoreError;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A rule file is a page of text. What is longer is something else.
const LONGEST_FILE: u64 = 1 << 20;

/// A named rule set with its tables.
#[derive(Clone, Debug)]
pub struct Variant {
    /// A preset's name, or the stem of the file that defines the rules.
    pub name: String,
    /// The tables, from which the rules can be read.
    pub geometry: Arc<Geometry>,
}

/// Why there is no such variant.
#[derive(Debug, thiserror::Error)]
pub enum VariantError {
    /// Neither a preset nor a path.
    #[error("{0}")]
    Unknown(String),
    /// The file cannot be read.
    #[error("rule set file {0}")]
    File(#[source] StoreError),
    /// The file is not a rule set.
    #[error("rule set file {path}")]
    Rules {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        source: SwitchesError,
    },
    /// The file's name cannot be that of a rule set.
    #[error(
        "rule set file {path:?}: a rule set is called by its file, in letters, digits, spaces, `-`, `_`, `+` and `.`, at most \
         60 and no dot first; rename the rule file"
    )]
    Name {
        /// Which file.
        path: PathBuf,
    },
    /// The file has the name of a preset and other switches.
    #[error(
        "rule set file {path}: its name is that of the preset `{preset}`, but its switches differ"
    )]
    TakenName {
        /// Which file.
        path: PathBuf,
        /// Whose name it has.
        preset: Preset,
    },
}

/// Why a text is no rule set.
#[derive(Debug, thiserror::Error)]
pub enum SwitchesError {
    /// Unknown keys or values, or no TOML.
    #[error(transparent)]
    Unreadable(Unreadable),
    /// A combination that makes no game.
    #[error(transparent)]
    Refused(RefusedRules),
}

impl Variant {
    /// A variant of this name with these rules.
    pub fn new(name: impl Into<String>, rules: Rules) -> Self {
        Self {
            name: name.into(),
            geometry: Arc::new(Geometry::new(rules)),
        }
    }

    /// The variant of a preset, under its name.
    pub fn preset(preset: Preset) -> Self {
        Self::new(preset.name(), preset.rules())
    }

    /// The preset of this name, or the rule set in the TOML file at this path (relative paths are
    /// seen from `folder`).
    ///
    /// # Errors
    /// One line that names the file and the field: no such preset or file, unknown keys, refused
    /// combinations.
    pub fn find(text: &str, folder: &Path) -> Result<Self, VariantError> {
        let unknown = match text.parse::<Preset>() {
            Ok(preset) => return Ok(Self::preset(preset)),
            Err(unknown) => unknown,
        };
        let path = folder.join(text);
        let is_path = text.contains(['/', '\\']) || Path::new(text).extension().is_some();
        if !is_path && !path.is_file() {
            let names = Preset::ALL.map(Preset::name);
            let message = format!("{unknown}, or a path to a .toml file");
            return Err(VariantError::Unknown(with_suggestion(
                &message, text, &names,
            )));
        }
        let content = quirkat_store::read_text(&path, LONGEST_FILE).map_err(VariantError::File)?;
        let rules = parse_rules(&content).map_err(|source| VariantError::Rules {
            path: path.clone(),
            source,
        })?;
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let Some(name) = stem.filter(|name| is_name(name)) else {
            return Err(VariantError::Name { path });
        };
        let name = name.to_owned();
        if let Ok(preset) = name.parse::<Preset>()
            && preset.rules() != rules
        {
            return Err(VariantError::TakenName { path, preset });
        }
        Ok(Self::new(name, rules))
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.geometry.rules()
    }

    /// 16 hex digits that name the switches: [`Rules::hash`].
    pub fn rules_hash(&self) -> String {
        format!("{:016x}", self.rules().hash())
    }
}

/// Whether a name can be that of a folder, a key and a tag on every system.
fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || " -_+.".contains(c);
    !name.is_empty()
        && name.chars().count() <= 60
        && name.chars().all(allowed)
        && !name.starts_with(['.', ' '])
        && !name.ends_with(['.', ' '])
}

/// The rules of a TOML text; what it leaves out is as in the default rule set.
///
/// # Errors
/// One line: unknown keys and values, refused combinations.
pub fn parse_rules(content: &str) -> Result<Rules, SwitchesError> {
    let rules: Rules = toml::from_str(content)
        .map_err(Suggest::suggest)
        .map_err(SwitchesError::Unreadable)?;
    rules.check().map_err(SwitchesError::Refused)?;
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(content: &str) -> String {
        parse_rules(content).unwrap_err().to_string()
    }

    #[test]
    fn a_file_whose_name_is_no_name_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        for (name, fits) in [
            ("mine.toml", true),
            ("Ma variante n°2.toml", false),
            ("ma variante 2.toml", true),
            ("a\nb.toml", false),
            ("a\u{1b}[2Jb.toml", false),
            ("...toml", false),
            ("a\\b.toml", false),
            (" a.toml", false),
        ] {
            quirkat_store::write(&folder.path().join(name), b"step = \"all\"").unwrap();
            let found = Variant::find(&format!("./{name}"), folder.path());
            assert_eq!(found.is_ok(), fits, "{name:?}");
            if let Err(error) = found {
                let error = error.to_string();
                assert!(
                    error.contains("rename") && !error.contains(char::is_control),
                    "{error}"
                );
            }
        }
    }

    #[test]
    fn a_file_may_leave_out_what_is_as_in_standard() {
        assert_eq!(parse_rules("step = \"all\"").unwrap(), Rules::BACKWARD);
    }

    #[test]
    fn unknown_keys_values_and_combinations_are_refused_in_one_line_with_help() {
        for (content, parts) in [
            ("stepp = \"all\"", &["stepp", "did you mean `step`"][..]),
            ("step = \"al\"", &["al", "`all`", "`forward-sideways`"]),
            ("huffing = true", &["huffing", "capture"]),
            ("repetition-draw = 300", &["300"]),
        ] {
            let error = refused(content);
            assert!(!error.contains('\n'), "{error}");
            for part in parts {
                assert!(error.contains(part), "{error}");
            }
        }
    }

    #[test]
    fn an_unknown_name_lists_the_named_sets_and_suggests_the_nearest() {
        let error = Variant::find("standrad", Path::new("."))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("did you mean `standard`") && error.contains("promotion-flying"),
            "{error}"
        );
    }
}
