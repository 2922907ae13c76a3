//! What tests of several requests share.

use std::ops::ControlFlow;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::AskEach;
use super::host::Unattended;

/// Puts a request with many answers. Returns them as `json` writes them, and the summary, or the failure with the names of options as they are.
pub(crate) fn asked<R: AskEach + DeserializeOwned>(
    request: Value,
    json: impl for<'a> Fn(R::Item<'a>) -> Value + Sync,
) -> Result<(Vec<Value>, R::Summary), String> {
    let request: R = serde_json::from_value(request).map_err(|error| error.to_string())?;
    let mut reports = Vec::new();
    let summary = request.ask_each(&Unattended, &mut |report| {
        reports.push(json(report));
        ControlFlow::Continue(())
    });
    summary.map(|summary| (reports, summary)).map_err(|failure| failure.written(str::to_owned))
}
