import { graphql } from '../../../../generated/index.ts'
import { confirming } from '../../../../graph/identityConfirmation.ts'
import { request } from '../../../../graph/request.ts'

const GRANT_TOKENS = graphql(`
  mutation ConsoleGrantTokens($input: GrantTokensInput!) {
    grantTokens(input: $input) {
      clientMutationId
    }
  }
`)
const REVOKE_TOKENS = graphql(`
  mutation ConsoleRevokeTokens($input: RevokeTokensInput!) {
    revokeTokens(input: $input) {
      clientMutationId
    }
  }
`)
const SET_BLOCKED = graphql(`
  mutation ConsoleSetEconomyBlocked($input: SetEconomyBlockedInput!) {
    setEconomyBlocked(input: $input) {
      clientMutationId
    }
  }
`)
const GRANT_SUBSCRIPTION = graphql(`
  mutation ConsoleGrantSubscription($input: GrantSubscriptionInput!) {
    grantSubscription(input: $input) {
      clientMutationId
    }
  }
`)
const END_SUBSCRIPTION = graphql(`
  mutation ConsoleEndSubscription($input: EndSubscriptionInput!) {
    endSubscription(input: $input) {
      clientMutationId
    }
  }
`)
const GRANT_ITEM = graphql(`
  mutation ConsoleGrantInventoryItem($input: GrantInventoryItemInput!) {
    grantInventoryItem(input: $input) {
      clientMutationId
    }
  }
`)

/** What the dialog of an act asks for. Times are local, such as `2030-01-31T18:00`; fields for numbers may be empty. */
export interface ActValues extends Record<string, unknown> {
  readonly tokens: number | string
  readonly quantity: number | string
  readonly planId: string
  readonly templateId: string
  /** Id of a template that the list does not have; empty for none. */
  readonly olderTemplateId: string
  readonly until: string
  readonly expiresAt: string
  readonly reason: string
}

export type ActField = 'tokens' | 'planId' | 'until' | 'templateId' | 'quantity' | 'expiresAt' | 'reason'

/** Whom or what an act is about. */
export interface ActSubject {
  readonly userId: string
  /** The subscription to end. */
  readonly subscriptionId: string
  /** Names the act, so that it happens once however often it is sent. */
  readonly idempotencyKey: string
}

interface EconomyAct {
  readonly fields: readonly ActField[]
  /** Whether it takes something from the person. */
  readonly isHard?: boolean
  readonly send: (subject: ActSubject, values: ActValues) => Promise<unknown>
}

const timeOf = (local: string) => new Date(local).toISOString()

const transferOf = ({ userId, idempotencyKey }: ActSubject, { tokens, reason }: ActValues) => ({
  input: { userId, idempotencyKey, reason, tokens: tokens === '' ? 0 : Number(tokens) },
})

const blockOf = ({ userId, idempotencyKey }: ActSubject, { reason }: ActValues, blocked: boolean) => ({
  input: { userId, idempotencyKey, reason, blocked },
})

/** What the staff does about what a person has, each sent again once the identity is confirmed. */
export const ECONOMY_ACTS = {
  grantTokens: {
    fields: ['tokens', 'reason'],
    send: (subject, values) => request(GRANT_TOKENS, transferOf(subject, values)),
  },
  revokeTokens: {
    fields: ['tokens', 'reason'],
    isHard: true,
    send: (subject, values) => request(REVOKE_TOKENS, transferOf(subject, values)),
  },
  grantSubscription: {
    fields: ['planId', 'until', 'reason'],
    send: ({ userId, idempotencyKey }, { planId, until, reason }) =>
      request(GRANT_SUBSCRIPTION, {
        input: { userId, idempotencyKey, planId, reason, ...(until && { until: timeOf(until) }) },
      }),
  },
  endSubscription: {
    fields: ['reason'],
    isHard: true,
    send: ({ subscriptionId }, { reason }) => request(END_SUBSCRIPTION, { input: { subscriptionId, reason } }),
  },
  grantItem: {
    fields: ['templateId', 'quantity', 'expiresAt'],
    send: ({ userId }, { templateId, olderTemplateId, quantity, expiresAt }) =>
      request(GRANT_ITEM, {
        input: {
          userId,
          templateId: olderTemplateId.trim() || templateId,
          quantity: quantity === '' ? 0 : Number(quantity),
          ...(expiresAt && { expiresAt: timeOf(expiresAt) }),
        },
      }),
  },
  block: {
    fields: ['reason'],
    isHard: true,
    send: (subject, values) => request(SET_BLOCKED, blockOf(subject, values, true)),
  },
  unblock: {
    fields: ['reason'],
    send: (subject, values) => request(SET_BLOCKED, blockOf(subject, values, false)),
  },
} as const satisfies Record<string, EconomyAct>

export type EconomyActName = keyof typeof ECONOMY_ACTS

export const economyActOf = (name: EconomyActName): EconomyAct => ECONOMY_ACTS[name]

/** Sends an act. Asks who acts where the server wants to know. Throws a Refusal. */
export const sendEconomyAct = (name: EconomyActName, subject: ActSubject, values: ActValues): Promise<unknown> =>
  confirming(() => economyActOf(name).send(subject, values))
