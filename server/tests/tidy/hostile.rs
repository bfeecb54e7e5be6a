//! Hostile inputs: which tests hold that an input of the list has the outcome that the list names.
//!
//! The rows are those on cookies, sessions and tokens (C) and on sockets (W) of the project's list of hostile inputs; their
//! numbers have gaps. Invariant: every row has tests, and every test that is named exists and runs.

use super::{has_test, root};

/// Of the whole server.
const SESSIONS: &str = "server/tests/sessions.rs";
const EVERYWHERE: &str = "server/tests/sessions/everywhere.rs";
const OVER: &str = "server/tests/sessions/over.rs";
const SECOND_FACTOR: &str = "server/tests/second_factor.rs";
const SOCKETS: &str = "server/tests/sockets.rs";
const REST: &str = "server/tests/rest.rs";
/// Of the session alone, with tokens under its own key.
const FORGERY: &str = "server/session/tests/forgery.rs";
const COOKIES: &str = "server/session/cookies.rs";
/// Of the identity provider, whose tokens open sockets and sign-ins.
const ID_TOKENS: &str = "server/crates/identity/tests/identity/hostile_tokens.rs";
const GUESSING: &str = "server/crates/identity/tests/identity/guessing.rs";
/// Of the services: codes by mail.
const CODES: &str = "server/crates/services/tests/api/second_factor.rs";
/// Of the realtime database.
const PEERS: &str = "server/crates/realtime/tests/realtime/hostile.rs";
/// Of the browser's part.
const WATCH: &str = "client/src/services/session/watch.test.ts";

type Tests = &'static [(&'static str, &'static [&'static str])];

/// Row → files → the tests in them.
const ROWS: &[(&str, Tests)] = &[
    (
        "C01",
        &[
            (
                SESSIONS,
                &[
                    "what_is_no_token_cookie_is_nobody",
                    "the_session_cookie_alone_opens_nothing",
                ],
            ),
            (COOKIES, &["only_the_exact_name_counts"]),
        ],
    ),
    (
        "C03",
        &[
            (
                SESSIONS,
                &[
                    "of_two_different_tokens_the_one_that_verifies_counts_and_is_left_alone",
                    "the_same_token_sent_twice_is_one",
                ],
            ),
            (
                EVERYWHERE,
                &["two_different_tokens_are_told_to_the_operator_and_cookies_alone_call_nothing"],
            ),
            (
                COOKIES,
                &[
                    "different_values_are_all_found_and_equal_ones_are_one",
                    "values_of_several_headers_are_compared_too",
                ],
            ),
        ],
    ),
    (
        "C04",
        &[
            (
                SESSIONS,
                &[
                    "the_token_of_one_with_the_session_cookie_of_another_opens_nothing",
                    "a_stolen_token_alone_opens_nothing",
                ],
            ),
            (
                SOCKETS,
                &["an_id_token_without_the_session_opens_nothing_to_a_page"],
            ),
        ],
    ),
    (
        "C07",
        &[
            (FORGERY, &["truncated_and_longer_tokens_are_refused"]),
            (
                EVERYWHERE,
                &["no_forged_token_opens_anything_and_none_has_the_server_ask_elsewhere"],
            ),
            (
                ID_TOKENS,
                &["c07_anything_but_three_whole_segments_is_refused"],
            ),
        ],
    ),
    (
        "C09",
        &[
            (FORGERY, &["another_algorithm_is_refused"]),
            (
                EVERYWHERE,
                &["no_forged_token_opens_anything_and_none_has_the_server_ask_elsewhere"],
            ),
            (ID_TOKENS, &["c09_only_es256_is_an_algorithm"]),
        ],
    ),
    (
        "C10",
        &[
            (FORGERY, &["a_mac_with_the_public_key_is_refused"]),
            (
                EVERYWHERE,
                &["no_forged_token_opens_anything_and_none_has_the_server_ask_elsewhere"],
            ),
            (ID_TOKENS, &["c10_the_public_key_is_no_shared_secret"]),
        ],
    ),
    (
        "C12",
        &[
            (
                FORGERY,
                &["a_header_that_names_a_key_of_its_own_is_refused"],
            ),
            (
                EVERYWHERE,
                &["no_forged_token_opens_anything_and_none_has_the_server_ask_elsewhere"],
            ),
            (ID_TOKENS, &["c12_a_token_cannot_bring_its_own_key"]),
        ],
    ),
    (
        "C14",
        &[
            (
                FORGERY,
                &[
                    "claims_must_be_all_there_typed_and_ours",
                    "json_that_readers_disagree_about_is_refused",
                ],
            ),
            // It is renewed by its page and by the refresh, as specification 4 wants, while its session lives.
            (
                "server/session/tests.rs",
                &["an_expired_token_calls_nothing_but_its_refresh"],
            ),
            (
                ID_TOKENS,
                &[
                    "c14_times_are_whole_seconds_within_reason",
                    "a_token_expires_an_hour_and_the_leeway_after_its_issue",
                ],
            ),
        ],
    ),
    (
        "C16",
        &[
            (FORGERY, &["claims_must_be_all_there_typed_and_ours"]),
            (SESSIONS, &["an_id_token_is_no_session_token"]),
            (
                EVERYWHERE,
                &["what_was_made_for_something_else_is_no_session_token"],
            ),
            (
                SECOND_FACTOR,
                &["a_login_exchange_is_no_session_for_any_call"],
            ),
            (
                ID_TOKENS,
                &["c16_tokens_of_others_and_for_others_are_refused"],
            ),
        ],
    ),
    (
        "C18",
        &[
            (
                OVER,
                &[
                    "who_may_be_here_no_more_is_out_with_the_next_request",
                    "who_has_moved_to_another_company_takes_no_session_along",
                ],
            ),
            (SESSIONS, &["who_is_suspended_is_out_with_the_next_request"]),
            ("server/tests/forms.rs", &["who_is_suspended_is_told_so"]),
        ],
    ),
    (
        "C19",
        &[
            (
                OVER,
                &["a_session_that_was_ended_stays_so_also_after_a_restart"],
            ),
            (
                "server/tests/sessions/password.rs",
                &[
                    "a_new_password_from_a_browser_without_a_session_signs_out_everywhere_also_after_a_restart",
                ],
            ),
            (
                "server/tests/sessions/ended.rs",
                &["all_others_end_and_this_one_goes_on_also_after_a_restart"],
            ),
        ],
    ),
    (
        "C21",
        &[
            (
                SESSIONS,
                &["a_session_cookie_planted_before_the_sign_in_opens_nothing_afterwards"],
            ),
            (
                SECOND_FACTOR,
                &["a_session_cookie_planted_before_the_code_opens_nothing_afterwards"],
            ),
            (
                "server/tests/sessions/rights.rs",
                &[
                    "a_page_gets_the_new_id_and_the_old_one_opens_nothing_afterwards",
                    "an_open_socket_lives_on_and_proves_itself_again_after_the_change",
                ],
            ),
        ],
    ),
    (
        "C23",
        &[
            (SESSIONS, &["storage_that_is_gone_means_later_and_nobody"]),
            (
                "server/tests/sessions/locked.rs",
                &["while_the_database_is_locked_people_see_their_own_pages_and_nobody_signs_in"],
            ),
        ],
    ),
    (
        "C24",
        &[
            (
                OVER,
                &["a_sign_in_over_the_session_of_somebody_else_leaves_one_person_in_the_browser"],
            ),
            (SESSIONS, &["people_on_one_isolate_see_only_themselves"]),
            (
                "server/crates/render/tests/pool/isolation.rs",
                &["ten_thousand_interleaved_renders_never_show_the_other_company"],
            ),
            (
                WATCH,
                &[
                    "a token of somebody else",
                    "a page out of the back-forward cache shows nobody else than the cookie's",
                ],
            ),
        ],
    ),
    (
        "C25",
        &[
            (
                SESSIONS,
                &[
                    "over_http_both_cookies_go_without_secure",
                    "over_https_both_cookies_are_secure_and_the_session_has_the_host_prefix",
                ],
            ),
            (COOKIES, &["cookies_carry_the_attributes_of_their_scheme"]),
        ],
    ),
    (
        "C26",
        &[(
            SESSIONS,
            &[
                "over_http_both_cookies_go_without_secure",
                "over_https_both_cookies_are_secure_and_the_session_has_the_host_prefix",
            ],
        )],
    ),
    (
        "C27",
        &[
            (
                SESSIONS,
                &[
                    "sign_out_deletes_both_cookies_and_what_the_browser_keeps_and_holds_after_a_restart",
                ],
            ),
            (
                "server/tests/forms.rs",
                &["the_sign_out_form_ends_the_session"],
            ),
            (
                OVER,
                &["a_session_that_was_ended_stays_so_also_after_a_restart"],
            ),
            (
                SOCKETS,
                &["the_end_of_the_session_ends_its_socket_within_a_second"],
            ),
        ],
    ),
    (
        "C28",
        &[
            (
                SESSIONS,
                &[
                    "a_page_renews_the_token_with_one_change_of_the_cookie",
                    "tabs_that_refresh_at_the_same_time_all_stay_signed_in",
                ],
            ),
            (
                WATCH,
                &[
                    "a token that was renewed",
                    "where the browser tells of cookie changes, it is seen at once",
                ],
            ),
        ],
    ),
    (
        "C29",
        &[(
            CODES,
            &[
                "of_a_hundred_wrong_codes_at_once_exactly_five_are_evaluated",
                "a_wrong_code_says_how_many_attempts_are_left_and_five_are_the_end",
                "another_browser_and_an_unknown_handle_are_told_the_same",
                "the_right_code_begins_a_session_once",
                "a_code_lives_ten_minutes_and_a_sign_in_thirty",
                "what_is_not_six_digits_is_refused_and_not_counted",
            ],
        )],
    ),
    (
        "C31",
        &[
            (
                GUESSING,
                &[
                    "unknown_account_and_wrong_password_are_answered_with_the_same_bytes",
                    "no_evaluated_sign_in_is_answered_before_the_floor",
                    "the_guess_that_locks_is_answered_like_any_other_whether_or_not_there_is_an_account",
                ],
            ),
            (
                "server/tests/forms.rs",
                &["a_wrong_password_and_an_unknown_address_bring_the_page_back_alike"],
            ),
        ],
    ),
    (
        "W01",
        &[
            (
                PEERS,
                &["a_page_of_another_origin_is_refused_before_the_protocol_is_switched"],
            ),
            (
                SOCKETS,
                &[
                    "a_page_of_another_origin_gets_no_socket",
                    "a_program_needs_no_cookie_where_a_password_is_all_that_is_asked_for",
                ],
            ),
            (REST, &["a_page_reads_with_its_session_alone"]),
        ],
    ),
    (
        "W02",
        &[
            (
                PEERS,
                &["listens_beyond_the_own_inbox_are_denied_without_data"],
            ),
            (
                SOCKETS,
                &["a_signed_in_page_listens_to_its_own_inbox_and_no_other"],
            ),
            (REST, &["who_is_refused_at_the_socket_is_refused"]),
            (
                "server/crates/realtime/src/rules.rs",
                &["everybody_reads_their_own_inbox_and_nothing_else"],
            ),
        ],
    ),
    (
        "W03",
        &[
            (
                PEERS,
                &[
                    "another_token_on_the_same_socket_ends_the_listens_of_the_first",
                    "expiry_and_an_ended_session_close_the_socket_within_a_second",
                ],
            ),
            (
                SOCKETS,
                &["the_end_of_the_session_ends_its_socket_within_a_second"],
            ),
            (REST, &["a_stream_ends_with_its_sign_in_or_session"]),
        ],
    ),
    (
        "W05",
        &[(
            PEERS,
            &[
                "nobody_has_more_sockets_than_their_share",
                "a_peer_that_does_not_read_is_closed_and_others_are_served",
                "a_silent_peer_is_pinged_and_then_given_up",
            ],
        )],
    ),
    (
        "W09",
        &[(
            "server/crates/realtime/tests/realtime/autobahn.rs",
            &[
                "the_socket_passes_all_cases_against_an_echo",
                "the_database_itself_passes_those_that_need_no_echo",
            ],
        )],
    ),
];

/// All that the list has of these two kinds.
const LISTED: [&str; 25] = [
    "C01", "C03", "C04", "C07", "C09", "C10", "C12", "C14", "C16", "C18", "C19", "C21", "C23",
    "C24", "C25", "C26", "C27", "C28", "C29", "C31", "W01", "W02", "W03", "W05", "W09",
];

#[test]
fn every_row_on_cookies_sessions_and_sockets_has_tests_that_exist() {
    let rows: Vec<&str> = ROWS.iter().map(|(row, _)| *row).collect();
    assert_eq!(rows, LISTED);
    let mut missing = Vec::new();
    for (row, tests) in ROWS {
        assert!(!tests.is_empty(), "{row}");
        for (file, names) in *tests {
            let path = root().join(file);
            assert!(!names.is_empty(), "{row}: {file}");
            for name in *names {
                if !has_test(&path, name) {
                    missing.push(format!("{row}: {file} has no test {name:?}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
