//! The same matrix for programs: every operation of the contract, called with an access token without its scope, with one of another
//! company, of somebody without the right, and of somebody with the right it needs and no other.

use axum::http::StatusCode;
use futures_util::FutureExt as _;
use waybill_services::iam::access_tokens::TokenScope;

use super::{Expected, OPEN, PRIVATE, Row, all_but, check_all, holder, just};
use crate::actors::{Actor, TestApp};
use crate::operations::{Needed, Operation};
use crate::requests::{Place, Ready, Supply};

const SESSION_ONLY: Expected = Expected::Problem(StatusCode::FORBIDDEN, "/problems/session-only");
const NO_SCOPE: Expected = Expected::Problem(StatusCode::FORBIDDEN, "/problems/token-scope");

#[test]
fn what_belongs_to_sessions_opens_to_no_token() {
    let all = Operation::all().into_iter();
    let closed = all.filter(|it| it.scope().is_none() && it.path != "/openapi.json");
    let ids: Vec<String> = closed.map(|it| it.id).collect();
    insta::assert_snapshot!(ids.join("\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_answers_programs_as_it_should() {
    check_all(|row, app, at| row.check_programs(app, at).boxed()).await;
}

impl Row {
    async fn check_programs(&mut self, app: &TestApp, at: usize) -> Result<(), String> {
        let operation = self.operation.clone();
        let ann = app.administrator(&format!("Own{at}")).await;
        let place = Place {
            app,
            owner: &ann,
            doer: &ann,
            supply: Supply::Fresh,
        };
        let Some(scope) = operation.scope() else {
            // Not even a program of one of the operator's people.
            let operator = app.operator().await;
            let place = Place {
                doer: &operator,
                ..place
            };
            let program = app.program(&operator, TokenScope::ALL).await;
            let ready = Ready::make(&operation, &place).await?;
            self.expect("a program", &ready.sent_by(&program).await, &SESSION_ONLY);
            return Ok(());
        };
        let open = OPEN.iter().find(|(id, ..)| *id == operation.id);
        let Some(needed) = operation.needed().filter(|_| open.is_none()) else {
            let (_, [.., of_administrator, _, _], _) = open.ok_or("no right is needed")?;
            let ready = Ready::make(&operation, &place).await?;
            let sent = ready.sent_by(&app.program(&ann, &[scope]).await).await;
            self.expect("a program", &sent, &Expected::Status(*of_administrator));
            return Ok(());
        };
        let powerful = holder(app, &ann, &just(&operation, needed)).await;
        let powerless = holder(app, &ann, &all_but(needed)).await;
        let owner = match operation.path.starts_with(PRIVATE) {
            true => &powerful,
            false => &ann,
        };
        let place = Place {
            owner,
            doer: &powerful,
            ..place
        };
        let ready = Ready::make(&operation, &place).await?;
        self.without_scope(app, &ready, &powerful, scope).await;
        let zoe = app.administrator(&format!("Other{at}")).await;
        let foreign = app.program(&zoe, &[scope]).await;
        self.stranger(&ready, &foreign).await;
        let lacking = match needed {
            Needed::Right(right) => Expected::Lacks(right),
            Needed::SignIn | Needed::Operator => Expected::Success,
        };
        let program = app.program(&powerless, &[scope]).await;
        let who = "a program of somebody without the right";
        self.expect(who, &ready.sent_by(&program).await, &lacking);
        let program = app.program(&powerful, &[scope]).await;
        let who = "a program of somebody with just the right";
        self.expect(who, &ready.sent_by(&program).await, &Expected::Success);
        Ok(())
    }

    /// Every other scope together does not open it; that to write opens what only reads.
    async fn without_scope(&mut self, app: &TestApp, ready: &Ready, of: &Actor, scope: TokenScope) {
        let (service, _) = scope.as_str().split_once(':').unwrap();
        let writing = format!("{service}:write");
        let others = TokenScope::ALL.iter().copied();
        let others = others.filter(|it| *it != scope && it.as_str() != writing);
        let others: Vec<TokenScope> = others.collect();
        let sent = ready.sent_by(&app.program(of, &others).await).await;
        self.expect("a program without the scope", &sent, &NO_SCOPE);
        let challenge = sent.headers.get("www-authenticate");
        let expected = format!(
            "Bearer error=\"insufficient_scope\", scope=\"{}\"",
            scope.as_str()
        );
        if challenge.is_none_or(|it| it.as_bytes() != expected.as_bytes()) {
            let fault = format!("{}: {challenge:?} does not name {scope:?}", self.operation);
            self.wrong.push(fault);
        }
    }
}
