//! All that is written for an interface.

use super::operation::InterfacePlan;
use super::raising::RaisingView;
use super::{Options, client, server};
use crate::plan::Plan;

impl InterfacePlan {
    /// Constants, records of parameters, client and server.
    pub(super) fn write(&self, out: &mut String, plan: &Plan, options: &Options) {
        plan.says_stub.set(true);
        let views = self.views(plan);
        if options.records_only {
            self.write_identity(out, plan);
            views.iter().for_each(|view| view.write_both_records(out));
            return;
        }
        self.write_constants(out, plan, &views);
        for view in &views {
            view.write_records(out, options);
            if let Some(raising) = RaisingView::of(view, plan) {
                raising.write_error(out);
                if options.clients {
                    raising.write_raised(out);
                }
            }
        }
        if options.clients {
            client::write(out, plan, self, &views);
        }
        if options.servers {
            server::write(out, plan, self, &views, &options.described);
        }
    }
}
