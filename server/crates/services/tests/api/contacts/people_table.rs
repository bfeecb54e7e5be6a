//! Tables as people have them: columns under their own names, words in place of codes, companies and tags by name.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{CONTACTS, contact, import, organisation};
use crate::actors::{Actor, Answer, TestApp};

const TABLE: &str = "Name,E-mail,Phone,Country,City,Company,Tags\n\
    Ann Lee,ann@acme.test,020 123 4567,Netherlands,Rotterdam,Acme B.V.,VIP; Reefer\n\
    Bo Ruiz,\"bo@acme.test, b.ruiz@acme.test\",+34 91 123 45 67,ESP,Madrid,ACME BV,vip\n\
    Cy Said,cy@nile.test,,مصر,Cairo,Nile Lines,\n\
    ,info@quay.test,,de,Hamburg,Quay GmbH,\n";

async fn columns(actor: &Actor, query: &str, table: impl Into<Vec<u8>>) -> Answer {
    let path = format!("{CONTACTS}/import/columns{query}");
    let table: Vec<u8> = table.into();
    actor
        .send(Method::POST, &path, table.into(), Some("text/csv"))
        .await
}

/// The field of each column.
async fn fields(actor: &Actor, table: impl Into<Vec<u8>>) -> Vec<String> {
    let told = columns(actor, "", table).await.data(StatusCode::OK);
    let columns = told["columns"].as_array().unwrap();
    let field = |it: &Value| it["field"].as_str().unwrap().to_owned();
    columns.iter().map(field).collect()
}

async fn named(actor: &Actor, name: &str) -> Value {
    let rows = actor.get(CONTACTS).await.rows();
    let found = rows.into_iter().find(|it| it["displayName"] == name);
    found.unwrap_or_else(|| panic!("no {name}"))
}

async fn total(actor: &Actor) -> usize {
    actor.get(CONTACTS).await.rows().len()
}

#[tokio::test]
async fn columns_are_recognised_by_their_names() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for (header, expected) in [
        (
            "Name,E-mail,Phone,Country,City,Company,Tags",
            "displayName,emails.1.address,phones.1.e164,addresses.1.country,addresses.1.city,organisationName,tags",
        ),
        (
            "First Name,Surname,Work e-mail,Mobile,Telephone 2,Job title,created",
            "firstName,lastName,emails.1.address,phones.1.e164,phones.2.e164,jobTitle,",
        ),
        (
            "Nombre,Apellidos,Correo electrónico,Teléfono,País,Ciudad,Empresa,Etiquetas",
            "firstName,lastName,emails.1.address,phones.1.e164,addresses.1.country,addresses.1.city,organisationName,tags",
        ),
        (
            "Nombre,Dirección de correo electrónico,Organización,Notas",
            "displayName,emails.1.address,organisationName,notes",
        ),
        (
            "الاسم,البريد الإلكتروني,الهاتف,البلد,المدينة,الشركة",
            "displayName,emails.1.address,phones.1.e164,addresses.1.country,addresses.1.city,organisationName",
        ),
        (
            "Vorname,Name,Firma,PLZ,Ort",
            "firstName,lastName,organisationName,addresses.1.postal,addresses.1.city",
        ),
        (
            "E-mail,E-mail 2,Email (3),Phone,Phone",
            "emails.1.address,emails.2.address,emails.3.address,phones.1.e164,phones.2.e164",
        ),
        ("ID,Emails,Phones", ",emails.1.address,phones.1.e164"),
        (
            "_id,displayName,mergedInto,version,Colour",
            "_id,displayName,,,",
        ),
    ] {
        let found = fields(&ann, format!("{header}\nx\n")).await;
        assert_eq!(found.join(","), expected, "{header}");
    }
}

#[tokio::test]
async fn columns_are_recognised_by_their_cells() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let table = "A,B,C,D,E\n\
        x,ann@b.test,+31 20 1234567,Germany,www.b.test\n\
        y,bo@b.test,0031 10 4131234,Deutschland,https://c.test\n\
        z,,(020) 7654321,Alemania,http://d.test\n";
    let told = columns(&ann, "", table).await.data(StatusCode::OK);
    let found: Vec<_> = told["columns"].as_array().unwrap()[..]
        .iter()
        .map(|it| (it["field"].as_str().unwrap(), it["by"].as_str().unwrap()))
        .collect();
    assert_eq!(
        found,
        [
            ("", "none"),
            ("emails.1.address", "content"),
            ("phones.1.e164", "content"),
            ("", "none"),
            ("website", "content"),
        ],
        "two of three names are known countries"
    );
    let table = "Land?,x\nGermany,1\nAlemania,2\nألمانيا,3\n";
    assert_eq!(fields(&ann, table).await, ["addresses.1.country", ""]);
}

#[tokio::test]
async fn a_header_below_a_title_is_found() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let table = "Customers of 2026;;\n\n;Name;E-mail\n1;Ann;ann@b.test\n\n2;Bo;bo@b.test\n";
    let told = columns(&ann, "", table).await.data(StatusCode::OK);
    assert_eq!(
        (&told["headerRow"], &told["rowCount"]),
        (&json!(3), &json!(2))
    );
    assert_eq!(
        told["rows"][1],
        json!({ "row": 6, "cells": ["2", "Bo", "bo@b.test"] })
    );
    let done = import(&ann, "dryRun=false", table)
        .await
        .data(StatusCode::OK);
    assert_eq!(done["counts"]["new"], 2);
    assert_eq!(done["rows"][1]["row"], 6);
    let other = columns(&ann, "?headerRow=4", table).await;
    assert_eq!(other.data(StatusCode::OK)["columns"][1]["name"], "Ann");
    let beyond = columns(&ann, "?headerRow=99", table).await;
    assert_eq!(beyond.faults(), [""]);
}

#[tokio::test]
async fn every_usual_encoding_and_separator_is_read() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let text = "Name;E-mail\r\nZoë Peña;zoe@b.test\r\n";
    let utf16 = |text: &str, little: bool| -> Vec<u8> {
        let units = text.encode_utf16();
        units
            .flat_map(|it| {
                if little {
                    it.to_le_bytes()
                } else {
                    it.to_be_bytes()
                }
            })
            .collect()
    };
    let latin: Vec<u8> = text
        .chars()
        .map(|it| u8::try_from(u32::from(it)).unwrap())
        .collect();
    for (name, bytes) in [
        ("UTF-8", text.as_bytes().to_vec()),
        ("UTF-8 with a mark", format!("\u{feff}{text}").into_bytes()),
        ("UTF-16, little", utf16(&format!("\u{feff}{text}"), true)),
        ("UTF-16, big", utf16(&format!("\u{feff}{text}"), false)),
        ("UTF-16 without a mark", utf16(text, true)),
        ("Windows-1252", latin),
        ("commas", text.replace(';', ",").into_bytes()),
        ("tabs", text.replace(';', "\t").into_bytes()),
        ("bars", text.replace(';', "|").into_bytes()),
        ("a named separator", format!("sep=;\r\n{text}").into_bytes()),
    ] {
        let told = columns(&ann, "", bytes).await.data(StatusCode::OK);
        assert_eq!(
            told["rows"][0]["cells"],
            json!(["Zoë Peña", "zoe@b.test"]),
            "{name}"
        );
    }
}

#[tokio::test]
async fn people_come_with_their_companies_and_tags() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contact(&ann, organisation("Acme BV")).await;
    let dry = import(&ann, "", TABLE).await.data(StatusCode::OK);
    assert_eq!(
        dry["counts"],
        json!({ "new": 4, "changed": 0, "same": 0, "error": 0 }),
        "{dry}"
    );
    assert_eq!(total(&ann).await, 1, "a dry run writes nothing");

    let done = import(&ann, "dryRun=false", TABLE)
        .await
        .data(StatusCode::OK);
    assert_eq!(done["counts"], dry["counts"], "both decide alike");
    assert_eq!(done["named"], dry["named"]);
    let mut made = done["named"].as_array().unwrap().clone();
    made.sort_by_key(|it| it["field"].as_str().unwrap().to_owned());
    assert_eq!(
        made,
        [
            json!({ "field": "organisationName", "count": 1 }),
            json!({ "field": "tags", "count": 2 })
        ]
    );
    let acme = named(&ann, "Acme BV").await;
    let [lee, ruiz, said, quay] = [
        named(&ann, "Ann Lee").await,
        named(&ann, "Bo Ruiz").await,
        named(&ann, "Cy Said").await,
        named(&ann, "Quay GmbH").await,
    ];
    assert_eq!(lee["organisationId"], acme["_id"]);
    assert_eq!(ruiz["organisationId"], acme["_id"]);
    assert_eq!(said["organisationName"], "Nile Lines");
    assert_eq!(
        (&quay["kind"], &quay["organisationId"]),
        (&json!("organisation"), &Value::Null)
    );
    assert_eq!(
        lee["phones"][0]["e164"], "+31201234567",
        "dialled from the company's country"
    );
    assert_eq!(ruiz["emails"][1]["address"], "b.ruiz@acme.test");
    assert_eq!(lee["emails"][0]["primary"], true);
    let country = |it: &Value| it["addresses"][0]["country"].clone();
    assert_eq!(
        [
            country(&lee),
            country(&ruiz),
            country(&said),
            country(&quay)
        ],
        ["NL", "ES", "EG", "DE"]
    );
    assert_eq!(lee["tags"].as_array().unwrap().len(), 2);
    assert_eq!(ruiz["tags"][0], lee["tags"][0], "one tag whatever its case");

    let again = import(&ann, "", TABLE).await.data(StatusCode::OK);
    assert_eq!(again["counts"]["same"], 4, "{again}");

    let undo = format!(
        "{CONTACTS}/batches/{}/undo",
        done["batchId"].as_str().unwrap()
    );
    let undone = ann.post(&undo, json!({})).await.data(StatusCode::OK);
    let rows = undone["rows"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["outcome"] == "done"), "{undone}");
    assert_eq!(rows.len(), 7, "four rows, an organisation, two tags");
    assert_eq!(total(&ann).await, 1);
    assert_eq!(ann.get(crate::collections::TAGS).await.rows().len(), 0);
}

#[tokio::test]
async fn a_wrong_row_makes_nothing_that_it_names() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let table = "Name,E-mail,Company,Tags,Owner\n\
        Ann,ann at b.test,Acme,VIP,\n\
        Bo,bo@b.test,Acme,,Nobody Known\n";
    let done = import(&ann, "dryRun=false", table)
        .await
        .data(StatusCode::OK);
    let columns: Vec<_> = done["rows"].as_array().unwrap()[..]
        .iter()
        .map(|it| it["errors"][0]["column"].as_str().unwrap())
        .collect();
    assert_eq!(columns, ["E-mail", "Owner"]);
    assert_eq!(ann.get(crate::collections::TAGS).await.rows().len(), 0);
}

#[tokio::test]
async fn organisations_come_before_people_of_a_table() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let table =
        "Kind,Name,Organisation\nPerson,Ann Lee,Acme\nOrganisation,Acme,\nPersona,Bo Ruiz,ACME\n";
    let dry = import(&ann, "", table).await.data(StatusCode::OK);
    assert_eq!(
        (&dry["counts"]["new"], &dry["named"]),
        (&json!(3), &json!([]))
    );
    assert_eq!(dry["rows"][0]["row"], 2, "rows stay in their order");
    assert_eq!(total(&ann).await, 0);
    import(&ann, "dryRun=false", table)
        .await
        .data(StatusCode::OK);
    assert_eq!(total(&ann).await, 3);
    let [lee, acme] = [named(&ann, "Ann Lee").await, named(&ann, "Acme").await];
    assert_eq!(lee["organisationId"], acme["_id"]);
}

#[tokio::test]
async fn the_mapping_is_remembered_for_the_company() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app
        .colleague_with(&ann, &[("contact:import", "company")])
        .await;
    let eve = app.administrator("Others").await;
    let table = "Wer,Notiz,E-mail\nAnn,x,ann@b.test\n";
    assert_eq!(fields(&ann, table).await, ["", "", "emails.1.address"]);
    let query = "dryRun=false&map=Wer:displayName&map=Notiz:notes&map=E-mail:";
    import(&ann, query, table).await.data(StatusCode::OK);
    let told = columns(&bob, "", table).await.data(StatusCode::OK);
    let found: Vec<_> = told["columns"].as_array().unwrap()[..]
        .iter()
        .map(|it| (it["field"].as_str().unwrap(), it["by"].as_str().unwrap()))
        .collect();
    assert_eq!(
        found,
        [
            ("displayName", "before"),
            ("notes", "before"),
            ("", "before")
        ]
    );
    assert_eq!(fields(&eve, table).await, ["", "", "emails.1.address"]);
}

#[tokio::test]
async fn technical_fields_are_marked_as_such() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let told = columns(&ann, "", "Name\nx\n").await.data(StatusCode::OK);
    let of = |is_technical: bool| -> Vec<String> {
        let fields = told["fields"].as_array().unwrap().iter();
        let fields = fields.filter(|it| it["isTechnical"] == is_technical);
        fields
            .map(|it| it["field"].as_str().unwrap().to_owned())
            .collect()
    };
    for path in ["_id", "organisationId", "ownerId", "emails", "addresses"] {
        assert!(of(true).iter().any(|it| it == path), "{path}");
    }
    for path in [
        "displayName",
        "emails.2.address",
        "organisationName",
        "tags",
    ] {
        assert!(of(false).iter().any(|it| it == path), "{path}");
    }
    let all = [of(true), of(false)].concat();
    assert!(
        !all.iter().any(|it| it == "mergedInto" || it == "createdAt"),
        "{all:?}"
    );
}

const SHOWN: &str = "columns=displayName,kind,organisationName,roles,email,phone,country,city,tags,ownerName,favourite";

#[tokio::test]
async fn a_table_as_shown_comes_back_as_the_same() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let eve = app.administrator("Others").await;
    import(&ann, "dryRun=false", TABLE)
        .await
        .data(StatusCode::OK);
    let body = json!({
        "firstName": "Zoë", "lastName": "=Smith", "roles": ["notify", "shipper"], "favourite": true,
        "phones": [{ "e164": "+31201234567" }, { "e164": "+31207654321" }]
    });
    contact(&ann, body).await;
    for (language, label, role) in [
        ("en", "E-mail address 2", "Notify party; Shipper"),
        (
            "es",
            "Dirección de correo electrónico 2",
            "Parte a notificar; Cargador",
        ),
        ("ar", "عنوان البريد الإلكتروني 2", ""),
    ] {
        let csv = ann
            .get(&format!("{CONTACTS}/export?{SHOWN}&shown={language}"))
            .await
            .text;
        assert!(csv.lines().next().unwrap().contains(label), "{csv}");
        assert!(csv.contains(role), "{csv}");
        for code in ["organisation,", "notify", ",NL", "true"] {
            assert!(language == "en" || !csv.contains(code), "{code} in {csv}");
        }
        let again = import(&ann, "", csv.clone()).await.data(StatusCode::OK);
        let counts = json!({ "new": 0, "changed": 0, "same": 7, "error": 0 });
        assert_eq!(again["counts"], counts, "{language}: {again}\n{csv}");
        if language == "en" {
            let header = csv.lines().next().unwrap().to_owned();
            assert!(header.starts_with(
                "Name,Kind,Organisation,Roles,E-mail address,E-mail address 2,Phone,Phone 2,"
            ));
            // Whoever looked after them is nobody in the other company.
            let there = csv.replace("Ann Ähnlich", "");
            let moved = import(&eve, "dryRun=false", there)
                .await
                .data(StatusCode::OK);
            assert_eq!(moved["counts"]["new"], 7, "{moved}");
            assert_eq!(
                named(&eve, "Ann Lee").await["organisationName"],
                "Acme B.V."
            );
        }
    }
}

#[tokio::test]
async fn hostile_columns_are_refused_or_left_out() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for table in [
        "emails.0.address,emails.99.address,emails.1.1.1,.,..,emails.\nx,y,z,a,b,c\n",
        "Phone 0,Phone 99999999999999999999,(,2,#1\n1,2,3,4,5\n",
        "sep=\n",
        "\u{0}\u{0}\u{0}\u{0}\n",
        "Name,Name,Name (2)\na,b,c\n",
    ] {
        let answer = columns(&ann, "", table).await;
        assert!(answer.status.as_u16() < 500, "{table}: {answer:?}");
        let answer = import(&ann, "dryRun=false", table).await;
        assert!(answer.status.as_u16() < 500, "{table}: {answer:?}");
    }
    for names in [
        "emails.0.address",
        "emails.99.address",
        "emails..",
        "email,email",
        "_id.1.x",
    ] {
        let answer = ann
            .get(&format!("{CONTACTS}/export?shown=en&columns={names}"))
            .await;
        assert!(answer.status.as_u16() < 500, "{names}: {answer:?}");
    }
    let binary = columns(&ann, "", b"Name\n\x01\x02\xff\n".to_vec()).await;
    assert_eq!(binary.faults(), [""]);
}

#[tokio::test]
async fn only_importers_are_told_of_columns() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app
        .colleague_with(&ann, &[("contact:view", "company")])
        .await;
    let refused = columns(&bob, "", "Name\nx\n").await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}
