//! Writes the outcome as workflow commands of GitHub Actions. A fault becomes an error at the run's summary, an uncertain claim a
//! warning, and the summary a notice.

use super::Audit;
use super::claims::Claim;
use super::verdict::{ClaimVerdict, Finding};
use gridcheck_core::visible::in_annotation;

/// Returns one command for each claim that is not confirmed, and the summary.
pub fn annotations(audit: &Audit) -> String {
    let claims = audit.claims().filter_map(|(source, claim, finding)| {
        let level = match finding.verdict {
            ClaimVerdict::Confirmed => return None,
            ClaimVerdict::Refuted | ClaimVerdict::Inconsistent | ClaimVerdict::EnginesDisagree => "error",
            ClaimVerdict::ConfirmedByOne
            | ClaimVerdict::OutOfBudget
            | ClaimVerdict::NotUnderstood
            | ClaimVerdict::NotCheckable => "warning",
        };
        Some(command(level, &source.name, &sentence(claim, finding)))
    });
    claims.chain([command("notice", "gridcheck audit", &audit.summary())]).collect()
}

fn sentence(claim: &Claim, finding: &Finding) -> String {
    let Claim { size, rules, quantity, printed, .. } = claim;
    let right = finding.correction(claim).map_or(String::new(), |right| format!(", right is {right}"));
    let evidence = finding.evidence();
    let evidence = if evidence.is_empty() { String::new() } else { format!(" ({evidence})") };
    let reasons: String = finding.reasons.iter().flat_map(|reason| ["; ", reason]).collect();
    format!(
        "{}, {rules}, {quantity} {printed}: {}{right}{evidence}{reasons}",
        size.rows_by_columns(),
        finding.verdict.name()
    )
}

fn command(level: &str, title: &str, message: &str) -> String {
    let title = in_annotation(title).replace(':', "%3A").replace(',', "%2C");
    format!("::{level} title={title}::{}\n", in_annotation(message))
}
