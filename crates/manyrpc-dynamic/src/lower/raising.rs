//! Operations that raise exceptions: their results as unions, and the exceptions.

use manyrpc_model::{Annotations, Interface, Module, Operation, Type, expand};

use super::siblings::Declaration;
use super::{Exception, LowerError, Lowered, Raising, params};
use crate::identity;

/// The result union of an operation that raises exceptions, which are added by [`finish`].
pub(super) fn result(
    lowered: &Lowered,
    module: &Module,
    interface: &Interface,
    operation: &Operation,
) -> Result<Option<Raising>, LowerError> {
    if operation.raises.is_empty() {
        return Ok(None);
    }
    let of = format!("{}.{}", interface.name, operation.name);
    let mut types = module.types.iter();
    let union = types.find(|t| t.annotations.get(expand::RESULT_OF) == Some(&of));
    let union = union.ok_or_else(|| LowerError::Unknown(of.clone()))?;
    let said = Declaration {
        name: "result",
        ty: &Type::Named(union.name.clone()),
        derived: None,
        annotations: &Annotations::new(),
    };
    let record = format!("{}_result", operation.name);
    Ok(Some(Raising {
        result: params(lowered, &record, &[said], &[])?,
        exceptions: Vec::new(),
    }))
}

/// Adds the exceptions after everything else is lowered.
pub(super) fn finish(lowered: &mut Lowered, module: &Module) -> Result<(), LowerError> {
    let mut interfaces = std::mem::take(&mut lowered.interfaces);
    for (interface, model) in interfaces.iter_mut().zip(&module.interfaces) {
        for (operation, model) in interface.operations.iter_mut().zip(&model.operations) {
            let Some(raising) = &mut operation.raising else {
                continue;
            };
            for name in &model.raises {
                let (place, shape) = lowered.place(name, &Type::Named(name.clone()))?;
                raising.exceptions.push(Exception {
                    name: name.clone(),
                    full_name: identity::exception_name(module, name),
                    place,
                    shape,
                });
            }
        }
    }
    lowered.interfaces = interfaces;
    Ok(())
}
