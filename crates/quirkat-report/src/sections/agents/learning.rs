use super::checkpoints::checkpoints;
use super::learning_curve::LEARNING_CURVES;
use crate::ReportError;
use crate::page::{Block, Section, code};
use crate::report::Report;

/// How training went, iteration by iteration.
pub(in crate::sections) fn section(report: &Report) -> Result<Section, ReportError> {
    let mut section = Section::new("learning", "Learning curves");
    let mut gallery = Vec::new();
    for curve in &LEARNING_CURVES {
        if let Some(figure) = curve.draw(report)? {
            gallery.push((figure, curve.caption.to_owned()));
        }
    }
    let without: Vec<String> = (0..report.runs().len())
        .filter(|at| report.runs()[*at].metrics.is_empty())
        .map(|at| code(report.run_name(at)))
        .collect();
    if !without.is_empty() {
        section.absent(format!(
            "No metrics.csv in {}: no learning curves.",
            without.join(", ")
        ));
    }
    if report.runs().iter().any(|run| run.metrics.len() > 1) {
        section.prose("Each curve is the mean over the training seeds of a run.");
    }
    if !gallery.is_empty() {
        section.blocks.push(Block::Gallery(gallery));
    }
    for (at, run) in report.runs().iter().enumerate() {
        if let (Some(curve), Some(primary)) = (&run.tables.curve, run.primary())
            && let Some(figure) = checkpoints(report, at, curve, &primary)?
        {
            section.figure(
                figure,
                "Measured games of earlier checkpoints in the primary setting: whether the advantage has settled as the agents \
                 learnt.",
            );
        }
    }
    if section.blocks.is_empty() {
        section.absent("There are no rows of learning yet.");
    }
    Ok(section)
}
