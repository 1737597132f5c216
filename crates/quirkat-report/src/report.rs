use crate::ReportError;
use crate::read::{Measured, Run};
use quirkat_tables::{Setting, Table};
use std::path::{Path, PathBuf};

/// Runs that stand on one page.
#[derive(Clone, Debug)]
pub struct Report {
    runs: Vec<Run>,
    names: Vec<String>,
    variants: Vec<String>,
}

/// What was measured of a variant, with the run that measured it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    /// The run's number on the page.
    pub(crate) at: usize,
    pub(crate) run: &'a Run,
    pub(crate) measured: &'a Measured,
}

impl Report {
    /// Reads the folders of runs. Nothing in them is changed.
    ///
    /// # Errors
    /// A folder without a run, a table that is not whole (with file and line), runs of different
    /// rule versions, or one variant's name for two rule sets.
    pub fn read(folders: &[PathBuf]) -> Result<Self, ReportError> {
        let runs = folders.iter().map(|folder| Run::read(folder));
        let runs: Vec<Run> = runs.collect::<Result<_, _>>()?;
        check_together(&runs)?;
        let mut variants: Vec<String> = Vec::new();
        for measured in runs.iter().flat_map(|run| &run.measured) {
            if !variants.contains(&measured.variant) {
                variants.push(measured.variant.clone());
            }
        }
        for row in runs
            .iter()
            .flat_map(|run| &run.metrics)
            .flat_map(Table::rows)
        {
            if !variants.iter().any(|name| name == row.text("variant")) {
                variants.push(row.text("variant").to_owned());
            }
        }
        Ok(Self {
            names: distinct_names(&runs),
            runs,
            variants,
        })
    }

    /// The runs, in order.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The name of a run on this page.
    pub fn run_name(&self, at: usize) -> &str {
        self.names.get(at).map_or("", String::as_str)
    }

    /// The names of all variants, in order of appearance.
    pub(crate) fn variants(&self) -> &[String] {
        &self.variants
    }

    /// Those of them that were measured: the first ones.
    pub(crate) fn measured_variants(&self) -> &[String] {
        let measured = |name: &String| self.entries().any(|entry| entry.measured.variant == *name);
        let count = self
            .variants
            .iter()
            .take_while(|name| measured(name))
            .count();
        &self.variants[..count]
    }

    /// Whether rows must say which run they are from.
    pub(crate) fn is_several(&self) -> bool {
        self.runs.len() > 1
    }

    /// A variant's name, with its run's where there are several.
    pub(crate) fn label(&self, variant: &str, at: usize) -> String {
        if self.is_several() {
            format!("{variant} ({})", self.run_name(at))
        } else {
            variant.to_owned()
        }
    }

    /// The colour of a variant in a run, the same in all figures.
    pub(crate) fn style(&self, variant: &str, at: usize) -> usize {
        let place = self.variants.iter().position(|name| name == variant);
        place.unwrap_or(0) + at * self.variants.len()
    }

    /// All that was measured.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.runs.iter().enumerate().flat_map(|(at, run)| {
            run.measured
                .iter()
                .map(move |measured| Entry { at, run, measured })
        })
    }

    /// What was measured in a setting, the greatest advantage first.
    pub(crate) fn in_setting(&self, setting: &Setting) -> Vec<Entry<'_>> {
        let mut found: Vec<Entry<'_>> = self
            .entries()
            .filter(|entry| entry.measured.setting == *setting)
            .collect();
        let value = |entry: &Entry<'_>| {
            let points = entry.measured.advantage.points;
            points.map_or(f64::NEG_INFINITY, |points| points.value)
        };
        found.sort_by(|a, b| value(b).total_cmp(&value(a)));
        found
    }

    /// All settings, in order of appearance.
    pub(crate) fn settings(&self) -> Vec<Setting> {
        let mut settings: Vec<Setting> = Vec::new();
        for entry in self.entries() {
            if !settings.contains(&entry.measured.setting) {
                settings.push(entry.measured.setting);
            }
        }
        settings
    }

    /// The settings in which runs report first.
    pub(crate) fn primary_settings(&self) -> Vec<Setting> {
        let mut settings: Vec<Setting> = Vec::new();
        for setting in self.runs.iter().filter_map(Run::primary) {
            if !settings.contains(&setting) {
                settings.push(setting);
            }
        }
        settings
    }

    /// Settings that share move policy and budget with a primary one, and differ in the start set.
    pub(crate) fn other_start_sets(&self) -> Vec<Setting> {
        let primary = self.primary_settings();
        let beside = |setting: &Setting| {
            primary.iter().any(|main| {
                main.move_policy == setting.move_policy && main.simulations == setting.simulations
            })
        };
        let settings = self.settings().into_iter();
        settings
            .filter(|setting| beside(setting) && !primary.contains(setting))
            .collect()
    }
}

/// Runs of one rule version, in which a name means one rule set.
fn check_together(runs: &[Run]) -> Result<(), ReportError> {
    let mixed = |first: &Run, second: &Run, why: String| ReportError::Mixed {
        first: first.folder.clone(),
        second: second.folder.clone(),
        why,
    };
    if let Some(run) = runs.iter().find(|run| run.rules_versions.len() > 1) {
        let why = format!(
            "its rows are of rule versions {}",
            run.rules_versions.join(" and ")
        );
        return Err(ReportError::Malformed {
            path: run.folder.clone(),
            why,
        });
    }
    for (index, second) in runs.iter().enumerate() {
        for first in &runs[..index] {
            if same_folder(&first.folder, &second.folder) {
                return Err(mixed(first, second, "they are the same folder".to_owned()));
            }
            if let (Some(a), Some(b)) =
                (first.rules_versions.first(), second.rules_versions.first())
                && a != b
            {
                return Err(mixed(first, second, format!("rule versions {a} and {b}")));
            }
            if first.usual_start != second.usual_start {
                let why = "their games begin at different positions".to_owned();
                return Err(mixed(first, second, why));
            }
            for one in &first.measured {
                let other = second.measured.iter().find(|other| {
                    other.variant == one.variant
                        && other.rules_hash != one.rules_hash
                        && !other.rules_hash.is_empty()
                        && !one.rules_hash.is_empty()
                });
                if let Some(other) = other {
                    let why = format!(
                        "`{}` has the rules {} in one and {} in the other",
                        one.variant, one.rules_hash, other.rules_hash
                    );
                    return Err(mixed(first, second, why));
                }
            }
        }
    }
    Ok(())
}

fn same_folder(a: &Path, b: &Path) -> bool {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    whole(a) == whole(b)
}

/// The names of the folders; where two are the same, with a number.
fn distinct_names(runs: &[Run]) -> Vec<String> {
    let shared = |name: &str| runs.iter().filter(|run| run.name == name).count() > 1;
    runs.iter()
        .enumerate()
        .map(|(index, run)| {
            if shared(&run.name) {
                format!("{} #{}", run.name, index + 1)
            } else {
                run.name.clone()
            }
        })
        .collect()
}
