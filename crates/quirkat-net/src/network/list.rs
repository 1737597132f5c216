/// Makes of the list of architectures: their modules, `Architecture` (which one, and how large) and
/// `Network` (one with its weights). Nothing else in the crate asks which architecture it has, except
/// the fast path of the perceptron.
macro_rules! architectures {
    ($($file:ident :: $Model:ident = $words:literal,)*) => {
        $(mod $file;)*
        $(pub use $file::*;)*

        /// A network with its weights.
        #[derive(burn::module::Module, Debug)]
        #[allow(clippy::large_enum_variant, reason = "there are few networks at a time")]
        pub enum Network {
            $(#[doc = concat!("Weights of ", $words, ".")] $Model($Model),)*
        }

        /// Which network, and how large. In configurations and checkpoints it is a table with the key
        /// `architecture` and the sizes; without the key it is the [default](Self::default).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Architecture {
            $(#[doc = concat!("Sizes of ", $words, ".")] $Model(<$Model as Model>::Size),)*
        }

        impl Architecture {
            /// The words for all of them, the default first.
            pub const NAMES: &[&str] = &[$(<$Model as Model>::NAME),*];

            /// Each of them with its default sizes.
            pub fn all() -> Vec<Self> {
                vec![$(Self::$Model(Default::default())),*]
            }

            /// The word for it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Model(_) => <$Model as Model>::NAME,)* }
            }

            /// What it is, without its sizes.
            pub const fn words(self) -> &'static str {
                match self { $(Self::$Model(_) => $words,)* }
            }

            /// Its sizes by their keys.
            pub fn sizes(self) -> Vec<SizeKey> {
                match self { $(Self::$Model(size) => <$Model as Model>::sizes(size),)* }
            }

            /// How many numbers its parameters have together.
            pub fn parameters(self) -> u64 {
                match self { $(Self::$Model(size) => <$Model as Model>::parameters(size),)* }
            }

            /// Its forward pass: see [`Model::formulas`].
            pub fn formulas(self) -> Vec<String> {
                match self { $(Self::$Model(size) => <$Model as Model>::formulas(size),)* }
            }

            /// The architecture of this name with sizes read by `read`; none when there is no such name.
            fn read<E>(name: &str, read: impl ReadSize<E>) -> Option<Result<Self, E>> {
                $(if name == <$Model as Model>::NAME {
                    return Some(read.size().map(Self::$Model));
                })*
                None
            }
        }

        impl Network {
            pub(crate) fn init(architecture: Architecture, init: &mut Init<'_>) -> Self {
                match architecture {
                    $(Architecture::$Model(size) => Self::$Model(<$Model as Model>::init(size, init)),)*
                }
            }

            /// Policy logits `[N, 290]` and W/D/L logits `[N, 3]` of features `[N, FEATURES]`, all
            /// from the point of view of the side to move.
            pub fn forward(
                &self,
                features: burn::tensor::Tensor<2>,
            ) -> (burn::tensor::Tensor<2>, burn::tensor::Tensor<2>) {
                match self { $(Self::$Model(model) => model.forward(features),)* }
            }

            /// All weights and biases, from the input to the heads.
            pub fn tensors(&self) -> Vec<NamedTensor> {
                match self { $(Self::$Model(model) => parameters::named_tensors(model),)* }
            }

            /// Its parameters by the names of the model's own fields.
            pub(crate) fn into_record(self) -> burn::store::ModuleRecord {
                match self { $(Self::$Model(model) => burn::module::Module::into_record(model),)* }
            }

            /// The same with the parameters of a record, which must have these names and shapes.
            pub(crate) fn with_record(
                self,
                record: burn::store::ModuleRecord,
            ) -> Result<Self, burn::store::RecordError> {
                match self {
                    $(Self::$Model(model) => {
                        burn::module::Module::try_load_record(model, record).map(Self::$Model)
                    })*
                }
            }
        }
    };
}
