/**
 * A form that only script can send. Without script, or before it is there, such a form would put what is in its fields into
 * the address; as it is, pressing Enter does nothing. Without script its buttons are not there (utilities.css).
 */
export const SCRIPTED = { method: "dialog", "data-scripted": true } as const
