export interface Message {
  to: string
  subject: string
  text: string
}

/** Hands a message over for delivery. Resolves when it is on disk or accepted by the server. */
export interface Mail {
  send(message: Message): Promise<void>
}
