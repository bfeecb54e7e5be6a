/** The dialog in which mails are written; its content is another feature's, handed in by the routes. */
export const MAIL_DIALOG = "mail-dialog"
