//! A bank whose accounts are objects: an operation makes one and returns a reference to it, and a customer passes a
//! reference that the bank calls back. The bank speaks CORBA, so that customers may be written for any ORB.

use std::borrow::Cow;
use std::error::Error;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};

use manyrpc::{ClientOptions, Context, Fault, ObjectAdapter, Reference, Server};

manyrpc::stubs!(mod bank);
use bank::{Account, AccountClient, AccountServer, AccountWithdrawError, Overdrawn};
use bank::{Bank, BankClient, BankServer, Watcher, WatcherClient, WatcherServer};

/// The bank. It holds the adapter of its server, to make accounts.
struct Branch {
    objects: ObjectAdapter,
}

impl Bank for Branch {
    fn open_account<'a>(
        &'a self,
        _: &Context<'_>,
        owner: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, Fault> {
        let account = AccountServer(Current {
            owner: owner.into_owned(),
            objects: self.objects.clone(),
            book: Mutex::default(),
        });
        let reference = self.objects.activate_transient(account)?;
        Ok(reference.into())
    }
}

/// An account.
struct Current {
    owner: String,
    objects: ObjectAdapter,
    book: Mutex<Book>,
}

#[derive(Default)]
struct Book {
    balance: i32,
    watchers: Vec<WatcherClient>,
}

impl Current {
    fn book(&self) -> std::sync::MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn moved(&self, book: &mut Book) {
        let balance = book.balance;
        // Watchers that are gone are not told any more.
        let told = |watcher: &mut WatcherClient| watcher.moved(&self.owner, balance).is_ok();
        book.watchers.retain_mut(told);
    }
}

impl Account for Current {
    fn get_owner<'a>(&'a self, _: &Context<'_>) -> Result<Cow<'a, str>, Fault> {
        Ok((&self.owner).into())
    }

    fn get_balance(&self, _: &Context<'_>) -> Result<i32, Fault> {
        Ok(self.book().balance)
    }

    fn deposit(&self, _: &Context<'_>, amount: i32) -> Result<(), Fault> {
        let mut book = self.book();
        book.balance += amount;
        self.moved(&mut book);
        Ok(())
    }

    fn withdraw(&self, _: &Context<'_>, amount: i32) -> Result<(), AccountWithdrawError> {
        let mut book = self.book();
        if amount > book.balance {
            let missing = amount - book.balance;
            return Err(Overdrawn { missing }.into());
        }
        book.balance -= amount;
        self.moved(&mut book);
        Ok(())
    }

    fn watch(&self, _: &Context<'_>, by: Cow<'_, str>) -> Result<(), Fault> {
        // The reference says whose it is, so that nobody has to be asked.
        let watcher = Reference::from(by).connect(&ClientOptions::default());
        let watcher = watcher.map_err(|e| Fault::BadArguments.with_message(e.to_string()))?;
        self.book().watchers.push(watcher);
        Ok(())
    }

    fn close(&self, call: &Context<'_>) -> Result<(), Fault> {
        if let Some(own) = call.object {
            self.objects.deactivate(own);
        }
        Ok(())
    }
}

/// A customer's side: passes on what it is told.
struct Letterbox(Mutex<Sender<String>>);

impl Watcher for Letterbox {
    fn moved(&self, _: &Context<'_>, owner: Cow<'_, str>, balance: i32) -> Result<(), Fault> {
        let letters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let letter = format!("the account of {owner} has {balance}");
        letters.send(letter).map_err(|_| Fault::ServerFailure)
    }
}

/// Opens the bank; gives what its customer learns.
fn business() -> Result<Vec<String>, Box<dyn Error>> {
    let objects = ObjectAdapter::new();
    let branch = Branch {
        objects: objects.clone(),
    };
    let server = Server::builder()
        .adapter(&objects)
        .object("bank", BankServer(branch))
        .listen("iiop://127.0.0.1:0")?
        .start()?;
    let bank = objects.reference("bank")?;

    // The customer is a server, too.
    let (letters, received) = channel();
    let customer = Server::builder().listen("iiop://127.0.0.1:0")?.start()?;
    let letterbox = customer.activate("letters", WatcherServer(Letterbox(letters.into())))?;

    let options = ClientOptions::default();
    let mut bank: BankClient = bank.connect(&options)?;
    let account = Reference::from(bank.open_account("Ada")?);
    let mut told = vec![format!(
        "an object of {}",
        account.type_id().unwrap_or_default()
    )];
    // An account is no bank: it is asked.
    let refused = account.connect::<BankClient>(&options);
    told.extend(refused.err().map(|_| "and not a bank".to_owned()));

    let mut account: AccountClient = account.connect(&options)?;
    account.watch(&letterbox)?;
    account.deposit(50)?;
    account.withdraw(20)?;
    if let Err(AccountWithdrawError::Overdrawn(overdrawn)) = account.withdraw(100) {
        told.push(format!("{} are missing", overdrawn.missing));
    }
    told.extend(received.try_iter());
    account.close()?;
    if account.get_balance().is_err() {
        told.push("the account is closed".to_owned());
    }
    customer.stop();
    server.stop();
    Ok(told)
}

fn main() -> Result<(), Box<dyn Error>> {
    for line in business()? {
        println!("{line}");
    }
    Ok(())
}

#[test]
fn accounts_are_objects_and_watchers_are_called_back() {
    assert_eq!(
        business().unwrap(),
        [
            "an object of IDL:example.org/money/Account:1.0",
            "and not a bank",
            "70 are missing",
            "the account of Ada has 50",
            "the account of Ada has 30",
            "the account is closed",
        ]
    );
}
