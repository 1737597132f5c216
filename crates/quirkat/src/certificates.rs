use anyhow::{Context, Result, ensure};
use quirkat_solver::{Certificate, Control, Strategy, Tables, verify};
use quirkat_variant::Variant;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The strategy of a certificate that `--certificate` names, once it has been verified.
///
/// # Errors
/// A missing or damaged file, a certificate of other rules or one that does not hold.
pub(crate) fn read_strategy(
    path: &Path,
    variant: &Variant,
    tables: Option<&Tables>,
) -> Result<Strategy> {
    let place = || format!("--certificate: {}", path.display());
    let certificate = Certificate::read(path).context("--certificate")?;
    ensure!(
        certificate.rules == *variant.rules(),
        "{} belongs to other rules than `{}`",
        place(),
        variant.name
    );
    let control = Control {
        stop: &AtomicBool::new(false),
        report: &|_| {},
    };
    verify(&certificate, tables, &control).with_context(place)?;
    Ok(Strategy::new(&certificate)?)
}
