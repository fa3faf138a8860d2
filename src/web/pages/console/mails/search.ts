import type { MailState } from '../../../generated/graphql.ts'

export const MAIL_STATES = ['WAITING', 'FAILED'] as const satisfies MailState[]

/** What the address of the mails says. */
export interface MailsSearch {
  /** Only mails in this state. */
  readonly state?: MailState | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const mailsSearchOf = ({ state }: Record<string, unknown>): MailsSearch => ({
  state: MAIL_STATES.find((one) => one === state),
})
