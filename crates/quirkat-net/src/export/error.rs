/// Why a network cannot be written in another program's form.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The safetensors library refused.
    #[error("cannot write safetensors: {0}")]
    Safetensors(#[from] safetensors::SafeTensorError),
    /// The ONNX exporter refused.
    #[error("cannot write ONNX: {0}")]
    Onnx(String),
}
