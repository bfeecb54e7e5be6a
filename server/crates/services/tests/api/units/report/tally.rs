//! Tallies: what the values of a field come to.

use serde_json::{Value, json};
use waybill_services::report::dataset::FieldKind;
use waybill_services::report::sketch::ReportAgg;
use waybill_services::report::tally::{Hashes, Tally};

#[track_caller]
fn check(agg: ReportAgg, kind: FieldKind, values: &[Value], expected: &Value) {
    let mut tally = Tally::new(agg).unwrap();
    let hashes = Hashes::default();
    for value in values {
        tally.take(kind, &[value], &hashes);
    }
    assert_eq!(&tally.value(), expected, "{agg:?} of {values:?}");
}

#[test]
fn numbers_are_summed_up_without_loss() {
    use FieldKind::Number;
    let large = [json!(9_007_199_254_740_993_i64), json!(2)];
    check(
        ReportAgg::Sum,
        Number,
        &large,
        &json!(9_007_199_254_740_995_i64),
    );
    check(ReportAgg::Sum, Number, &[json!(1), json!(0.5)], &json!(1.5));
    check(ReportAgg::Avg, Number, &[json!(1), json!(2)], &json!(1.5));
    check(ReportAgg::Avg, Number, &[], &Value::Null);
    check(ReportAgg::Sum, Number, &[], &Value::Null);
    check(
        ReportAgg::Max,
        Number,
        &[json!(-3), json!(10), json!(9)],
        &json!(10),
    );
}

#[test]
fn moments_are_compared_as_moments_and_texts_without_case() {
    let moments = [
        json!("2026-11-20T11:00:00Z"),
        json!("2026-11-20T11:00:00.5Z"),
    ];
    check(ReportAgg::Max, FieldKind::Moment, &moments, &moments[1]);
    check(ReportAgg::Min, FieldKind::Moment, &moments, &moments[0]);
    let texts = [json!("émile"), json!("Zoe"), json!("anna")];
    check(ReportAgg::Min, FieldKind::Text, &texts, &json!("anna"));
    check(ReportAgg::Max, FieldKind::Text, &texts, &json!("Zoe"));
}

#[test]
fn equal_values_are_counted_once_where_that_is_wanted() {
    let values = [json!("a"), json!("b"), json!("a")];
    check(ReportAgg::Count, FieldKind::Text, &values, &json!(3));
    check(
        ReportAgg::CountDistinct,
        FieldKind::Text,
        &values,
        &json!(2),
    );
}
