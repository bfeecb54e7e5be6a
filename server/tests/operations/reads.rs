//! Somebody signed in who reads everything that the contract offers, and notices when an answer becomes another.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use reqwest::{Body, Client};
use serde_json::{Value, json};

/// Reads that tell of the reading itself, of the moment, or change something.
const OTHERWISE: [&str; 4] = [
    // When each session was last used.
    "/iam/api/v1/sessions",
    // Begin and renew a session (specification 7).
    "/iam/api/v1/auth/login",
    "/iam/api/v1/auth/token-refresh",
    // Says when it was asked.
    "/log/api/v1/audit/verify",
];

/// Who reads.
pub(crate) struct Reader {
    client: Client,
    origin: String,
    address: String,
    id_token: String,
    token: String,
    cookie: String,
}

impl Reader {
    /// Signs in as the line says that a demo prints.
    pub(crate) async fn sign_in(address: &str, told: &str) -> Self {
        let told = told.strip_prefix("Sign in as ").unwrap();
        let (person, password) = told.split_once(" with the password ").unwrap();
        let password = password.strip_suffix('.').unwrap();
        // The server is another one after a while; a connection to the old one would be of no use.
        let client = Client::builder().pool_max_idle_per_host(0).build().unwrap();
        let origin = format!("http://{address}");
        let path = "identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k";
        let account = client
            .post(format!("{origin}/{path}"))
            .json(&json!({ "email": person, "password": password, "returnSecureToken": true }));
        let account: Value = account.send().await.unwrap().json().await.unwrap();
        let id_token = account["idToken"].as_str().unwrap().to_owned();
        let login = client
            .get(format!("{origin}/iam/api/v1/auth/login"))
            .bearer_auth(&id_token);
        let answer = login.send().await.unwrap();
        let cookies = answer.headers().get_all(SET_COOKIE).iter();
        let cookies = cookies.map(|it| it.to_str().unwrap().split(';').next().unwrap().to_owned());
        let cookie = cookies.collect::<Vec<_>>().join("; ");
        let body: Value = answer.json().await.unwrap();
        Self {
            client,
            origin,
            address: person.to_owned(),
            id_token,
            token: body["data"]["jwt"].as_str().unwrap().to_owned(),
            cookie,
        }
    }

    /// Asks another instance from now on.
    pub(crate) fn ask_at(&mut self, address: &str) {
        self.origin = format!("http://{address}");
    }

    /// Where it asks.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// Who it is.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// What comes of beginning a session on the same sign-in.
    pub(crate) async fn log_in_again(&self) -> u16 {
        let login = format!("{}/iam/api/v1/auth/login", self.origin);
        let login = self.client.get(login).bearer_auth(&self.id_token);
        login.send().await.unwrap().status().as_u16()
    }

    /// What comes of deleting the account at the identity provider.
    pub(crate) async fn delete_account(&self) -> (u16, Value) {
        let path = "identitytoolkit.googleapis.com/v1/accounts:delete?key=k";
        let delete = self.client.post(format!("{}/{path}", self.origin));
        let delete = delete.json(&json!({ "idToken": self.id_token }));
        let answer = delete.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    /// The address of an active user of the company, who is somebody else.
    pub(crate) async fn colleague(&self) -> String {
        let (_, users) = self.get("/iam/api/v1/users?page=1").await;
        let users: Value = serde_json::from_str(&users).unwrap();
        let addresses = users["data"].as_array().unwrap().iter();
        let active = addresses.filter(|it| it["status"] == "active");
        let mut addresses = active.map(|it| it["emailId"].as_str().unwrap());
        addresses
            .find(|it| **it != self.address)
            .unwrap()
            .to_owned()
    }

    pub(crate) async fn status(&self, path: &str) -> u16 {
        self.get(path).await.0
    }

    /// What nobody else is to learn of the sign-in: both tokens, and the cookies that go with them.
    pub(crate) fn secrets(&self) -> Vec<String> {
        let cookies = self.cookie.split("; ").filter_map(|it| it.split_once('='));
        let cookies = cookies.map(|(_, value)| value.to_owned());
        [self.id_token.clone(), self.token.clone()]
            .into_iter()
            .chain(cookies)
            .collect()
    }

    /// The lines of a head that say who it is.
    pub(crate) fn headers(&self) -> [String; 2] {
        [
            format!("Authorization: Bearer {}", self.token),
            format!("Cookie: {}", self.cookie),
        ]
    }

    /// Sends something; gives the whole answer as text.
    pub(crate) async fn send(&self, method: &str, path: &str, body: Body, kind: &str) -> String {
        let url = format!("{}{path}", self.origin);
        let request = self
            .client
            .request(method.parse().unwrap(), url)
            .bearer_auth(&self.token)
            .header(COOKIE, &self.cookie)
            .header(CONTENT_TYPE, kind)
            .header("upload-offset", "0")
            .body(body);
        let answer = request.send().await.unwrap();
        let head = format!("{} {:?}", answer.status(), answer.headers());
        format!("{head}\n{}", answer.text().await.unwrap())
    }

    pub(super) async fn get(&self, path: &str) -> (u16, String) {
        let request = self
            .client
            .get(format!("{}{path}", self.origin))
            .bearer_auth(&self.token)
            .header(COOKIE, &self.cookie);
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    /// The answers to `count` reads: every list, and the records in them, each kind as often as the others.
    pub(crate) async fn read(&self, count: usize) -> BTreeMap<String, String> {
        let (_, contract) = self.get("/openapi.json").await;
        let contract: Value = serde_json::from_str(&contract).unwrap();
        let paths = contract["paths"].as_object().unwrap();
        let offers: BTreeSet<&str> = paths
            .iter()
            .filter(|(path, operations)| {
                operations.get("get").is_some()
                    // Leaves a record of the export.
                    && !path.ends_with("/export")
                    && !OTHERWISE.iter().any(|other| path.starts_with(other))
            })
            .map(|(path, _)| path.as_str())
            .collect();
        let mut answers = BTreeMap::new();
        let mut records: Vec<Vec<String>> = Vec::new();
        for path in offers.iter().filter(|path| !path.contains('{')) {
            let (status, body) = self.get(path).await;
            if status != 200 {
                continue;
            }
            let one = format!("{path}/{{id}}");
            if offers.contains(one.as_str()) {
                let list: Value = serde_json::from_str(&body).unwrap();
                let ids = list["data"].as_array().into_iter().flatten();
                let ids = ids.filter_map(|row| row["_id"].as_str());
                records.push(ids.map(|id| format!("{path}/{id}")).collect());
            }
            answers.insert((*path).to_owned(), body);
        }
        let deepest = records.iter().map(Vec::len).max().unwrap_or_default();
        let in_turn = (0..deepest).flat_map(|at| records.iter().filter_map(move |of| of.get(at)));
        for path in in_turn {
            if answers.len() == count {
                break;
            }
            let (status, body) = self.get(path).await;
            assert_eq!(status, 200, "{path}: {body}");
            answers.insert(path.clone(), body);
        }
        assert_eq!(answers.len(), count);
        answers
    }

    /// Reads all of it again; each answer is what it was.
    pub(crate) async fn assert_same(&self, before: &BTreeMap<String, String>) {
        for (path, answer) in before {
            let (status, now) = self.get(path).await;
            let differs = now
                .bytes()
                .zip(answer.bytes())
                .position(|(now, then)| now != then);
            let at = differs.unwrap_or(now.len().min(answer.len()));
            let part = |text: &str| {
                text.chars()
                    .skip(at.saturating_sub(40))
                    .take(120)
                    .collect::<String>()
            };
            let is_same = status == 200 && now == *answer;
            assert!(
                is_same,
                "{path}: {status} …{}…, not …{}…",
                part(&now),
                part(answer)
            );
        }
    }
}
