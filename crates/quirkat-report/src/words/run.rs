use crate::page::code;
use crate::report::Report;

/// ` in ` and the run's name where there are several, else nothing.
pub(crate) fn in_run(report: &Report, at: usize) -> String {
    if report.is_several() {
        format!(" in {}", code(report.run_name(at)))
    } else {
        String::new()
    }
}
