use super::error::clipped;
use super::{RecordFault, RecordedGame};
use quirkat_rules::{Geometry, Preset, Rules};
use quirkat_variant::{Variant, with_suggestion};
use std::collections::HashMap;
use std::sync::Arc;

/// The rule sets that names in records stand for: the presets, and those that are given.
#[derive(Clone, Debug, Default)]
pub struct RuleBook {
    given: Vec<Variant>,
    tables: HashMap<Rules, Arc<Geometry>>,
}

impl RuleBook {
    /// With these rule sets beside the presets. When there is one only, it also is that of games
    /// that name none.
    pub fn new(given: Vec<Variant>) -> Self {
        Self {
            given,
            tables: HashMap::new(),
        }
    }

    /// The rule set of a game.
    ///
    /// # Errors
    /// When it has none, its name is not known, or its switches are not those of its name.
    pub fn find(&mut self, game: &RecordedGame) -> Result<Variant, RecordFault> {
        let (name, rules) = match (&game.variant, game.rules, &self.given[..]) {
            (Some(name), written, _) => (name.clone(), self.named(name, written)?),
            (None, Some(rules), _) => (rules.to_string(), rules),
            (None, None, [one]) => (one.name.clone(), *one.rules()),
            (None, None, _) => return Err(RecordFault::NoVariant),
        };
        let geometry = self
            .tables
            .entry(rules)
            .or_insert_with(|| Arc::new(Geometry::new(rules)));
        Ok(Variant {
            name,
            geometry: Arc::clone(geometry),
        })
    }

    fn named(&self, name: &str, written: Option<Rules>) -> Result<Rules, RecordFault> {
        let preset = name.parse::<Preset>().ok().map(Preset::rules);
        let given = self.given.iter().find(|variant| variant.name == name);
        let given = given.map(|variant| *variant.rules());
        let mut all = [preset, given, written].into_iter().flatten();
        match all.next() {
            Some(rules) if all.all(|other| other == rules) => Ok(rules),
            Some(_) => Err(RecordFault::OtherRules(clipped(name))),
            None => {
                let name = &clipped(name);
                let names: Vec<&str> = Preset::ALL
                    .map(Preset::name)
                    .into_iter()
                    .chain(self.given.iter().map(|variant| variant.name.as_str()))
                    .collect();
                let message = format!(
                    "rule set `{name}` has no switches here and is none of {}; give its file with --rules",
                    names.join(", ")
                );
                Err(RecordFault::UnknownVariant(with_suggestion(
                    &message, name, &names,
                )))
            }
        }
    }
}
