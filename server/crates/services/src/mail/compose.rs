//! Composing: what a letter says to whom.
//!
//! Invariant: nothing is written; what keeps mails of the letter from leaving is noted as a fault of the letter.

use waybill_storage::Handle;

use super::MailAddress;
use super::letter::{Letter, MAX_RECIPIENTS, MailMode};
use super::recipients::{self, OptedOut, Recipient};
use super::wording::{Wording, Written, missing_values, written};
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::validate::Faults;

/// A letter, written for those whom it goes to.
pub(crate) struct Composed {
    /// What it says, and by which template.
    pub(crate) wording: Wording,
    /// What it says to all. Where each gets a message of its own, the merge fields are still in it.
    pub(crate) all: Written,
    /// What it says to each of several; of one message to all, nobody.
    pub(crate) each: Vec<(Recipient, Written)>,
}

/// Writes the letter for those whom it goes to.
pub(crate) async fn compose(
    services: &Services,
    caller: &Caller,
    db: &dyn Handle,
    letter: &Letter,
    faults: &mut Faults,
) -> Result<Composed, ServiceError> {
    let wording = Wording::of(caller, db, letter, faults).await?;
    let writers = caller.user().language.as_str();
    let context = letter.context.as_ref().filter(|_| wording.needs_values());
    let data = services
        .mail_data(caller, db, context, &letter.values)
        .await?;
    let known = match letter.mode {
        MailMode::Each => recipients::known(caller, db, &letter.to).await?,
        MailMode::Together => Vec::new(),
    };
    let write = |recipient: Option<&Recipient>| {
        let reader = recipient.map_or("", |it| it.language.as_str());
        let (language, text) = wording.text_for(reader, writers);
        written(&text, &language, &data.values(caller, recipient, &language))
    };
    if !letter.goes_to_each() {
        return Ok(Composed {
            all: write(known.first()),
            wording,
            each: Vec::new(),
        });
    }
    let each = known.into_iter().map(|recipient| {
        let written = write(Some(&recipient));
        (recipient, written)
    });
    let each = each.collect();
    Ok(Composed {
        all: wording.unmerged(writers),
        wording,
        each,
    })
}

impl Composed {
    /// Notes what keeps mails from leaving: merge fields without a value, copies of messages to each, people who have opted
    /// out, too many recipients.
    pub(crate) async fn check(
        &self,
        caller: &Caller,
        db: &dyn Handle,
        letter: &Letter,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        if letter.to.is_empty() {
            faults.add(FieldProblem::member("to", "Add at least one recipient."));
        }
        if letter.template_id.is_none() && !self.wording.has_own_body() {
            faults.add(FieldProblem::member("html", "Enter a message."));
        }
        if letter.goes_to_each() {
            self.check_each(letter, faults);
        } else if !self.all.missing.is_empty() {
            let detail = missing_values(&self.all.missing);
            faults.add(FieldProblem::member("values", detail));
        }
        self.check_opted_out(caller, db, letter, faults).await
    }

    fn check_each(&self, letter: &Letter, faults: &mut Faults) {
        for (name, list) in [("cc", &letter.cc), ("bcc", &letter.bcc)] {
            if !list.is_empty() {
                let detail = "Copies are possible only with one message to all. Choose that, or remove the copies.";
                faults.add(FieldProblem::member(name, detail));
            }
        }
        if self
            .each
            .iter()
            .all(|(recipient, _)| recipient.left_out.is_some())
        {
            let detail =
                "No recipient can be sent e-mail: they opted out, or their addresses do not exist.";
            faults.add(FieldProblem::member("to", detail));
        }
        for (at, (recipient, written)) in self.each.iter().enumerate() {
            if recipient.left_out.is_none() && !written.missing.is_empty() {
                let MailAddress { name, address } = &recipient.address;
                let who = if name.is_empty() { address } else { name };
                faults.add(FieldProblem {
                    pointer: format!("/to/{at}"),
                    detail: format!("{who}: {}", missing_values(&written.missing)),
                });
            }
        }
    }

    async fn check_opted_out(
        &self,
        caller: &Caller,
        db: &dyn Handle,
        letter: &Letter,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        let (cc, bcc) = self.copies(letter);
        if MAX_RECIPIENTS < letter.recipients() + cc.len() + bcc.len() {
            let detail = "Add at most 100 recipients, including copies and those of the template.";
            faults.add(FieldProblem::member("to", detail));
        }
        let all = letter.all_recipients().chain(&cc).chain(&bcc);
        let opted_out = OptedOut::among(db, caller.company_id(), all).await?;
        for (name, list) in [
            ("/to", &letter.to),
            ("/cc", &letter.cc),
            ("/bcc", &letter.bcc),
            ("/templateId", &cc),
            ("/templateId", &bcc),
        ] {
            // Of several who get a message each, those are left out.
            if name == "/to" && letter.goes_to_each() {
                continue;
            }
            for (at, address) in list.iter().enumerate() {
                if let Some(detail) = opted_out.reason(address) {
                    let pointer = match name {
                        "/templateId" => name.to_owned(),
                        name => format!("{name}/{at}"),
                    };
                    faults.add(FieldProblem { pointer, detail });
                }
            }
        }
        Ok(())
    }

    /// Those whom the template sends copies to and the letter does not write to: `cc` and `bcc`.
    pub(crate) fn copies(&self, letter: &Letter) -> (Vec<MailAddress>, Vec<MailAddress>) {
        let Some((_, template)) = self.wording.template() else {
            return (Vec::new(), Vec::new());
        };
        let is_new =
            |it: &&MailAddress| !letter.all_recipients().any(|other| other.key() == it.key());
        let new = |list: &[MailAddress]| list.iter().filter(is_new).cloned().collect();
        (new(&template.cc), new(&template.bcc))
    }
}
