export interface MailMessage {
  to: string
  subject: string
  text: string
}

/** Resolves when a message is on disk or accepted by the SMTP server. */
export interface Mailer {
  send(message: MailMessage): Promise<void>
}
