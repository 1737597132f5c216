//! Rule sets by name or by file.

use crate::config::{Suggest, with_suggestion};
use anyhow::{Context, Result, bail};
use quirkat_rules::{Geometry, Preset, Rules};
use std::path::Path;
use std::sync::Arc;

/// A named rule set with its tables.
#[derive(Clone, Debug)]
pub struct Variant {
    /// A preset's name, or the stem of the file that defines the rules.
    pub name: String,
    /// The tables, from which the rules can be read.
    pub geometry: Arc<Geometry>,
}

impl Variant {
    /// A variant of this name with these rules.
    pub fn new(name: impl Into<String>, rules: Rules) -> Self {
        Self {
            name: name.into(),
            geometry: Arc::new(Geometry::new(rules)),
        }
    }

    /// The preset of this name, or the rule set in the TOML file at this path (relative paths are
    /// seen from `folder`).
    ///
    /// # Errors
    /// One line that names the file and the field: no such preset or file, unknown keys, refused
    /// combinations.
    pub fn find(text: &str, folder: &Path) -> Result<Self> {
        if let Ok(preset) = text.parse::<Preset>() {
            return Ok(Self::new(preset.name(), preset.rules()));
        }
        let path = folder.join(text);
        let is_path = text.contains(['/', '\\']) || Path::new(text).extension().is_some();
        if !is_path && !path.is_file() {
            let unknown = text
                .parse::<Preset>()
                .expect_err("known names were handled");
            let names = Preset::ALL.map(Preset::name);
            bail!(with_suggestion(
                &format!("{unknown}, or a path to a .toml file"),
                text,
                &names
            ));
        }
        let content = std::fs::read_to_string(&path)
            .with_context(|| format!("rule set file {}", path.display()))?;
        let rules =
            parse_rules(&content).with_context(|| format!("rule set file {}", path.display()))?;
        let name = path.file_stem().map_or_else(
            || text.to_owned(),
            |stem| stem.to_string_lossy().into_owned(),
        );
        if let Ok(preset) = name.parse::<Preset>()
            && preset.rules() != rules
        {
            bail!(
                "rule set file {}: its name is that of the preset `{preset}`, but its switches differ",
                path.display()
            );
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

/// The rules of a TOML text.
///
/// # Errors
/// One line: unknown keys and values, refused combinations.
pub(crate) fn parse_rules(content: &str) -> Result<Rules> {
    let rules: Rules = toml::from_str(content).map_err(Suggest::suggest)?;
    rules.check()?;
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(content: &str) -> String {
        format!("{:#}", parse_rules(content).unwrap_err())
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
