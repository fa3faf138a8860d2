import { graphql } from '../../../generated/index.ts'
import { confirming } from '../../../graph/identityConfirmation.ts'
import { request } from '../../../graph/request.ts'

const WARN = graphql(`
  mutation ConsoleWarnUser($input: WarnUserInput!) {
    warnUser(input: $input) {
      clientMutationId
    }
  }
`)
const SUSPEND = graphql(`
  mutation ConsoleSuspendUser($input: SuspendUserInput!) {
    suspendUser(input: $input) {
      clientMutationId
    }
  }
`)
const UNSUSPEND = graphql(`
  mutation ConsoleUnsuspendUser($input: UnsuspendUserInput!) {
    unsuspendUser(input: $input) {
      clientMutationId
    }
  }
`)
const RENAME = graphql(`
  mutation ConsoleRenameUser($input: RenameUserInput!) {
    renameUser(input: $input) {
      clientMutationId
    }
  }
`)
const END_SESSIONS = graphql(`
  mutation ConsoleEndSessions($input: EndSessionsInput!) {
    endSessions(input: $input) {
      clientMutationId
    }
  }
`)
const RESET_SECOND_FACTOR = graphql(`
  mutation ConsoleResetSecondFactor($input: ResetSecondFactorInput!) {
    resetSecondFactor(input: $input) {
      clientMutationId
    }
  }
`)
const MARK_EMAIL_CONFIRMED = graphql(`
  mutation ConsoleMarkEmailConfirmed($input: MarkEmailConfirmedInput!) {
    markEmailConfirmed(input: $input) {
      clientMutationId
    }
  }
`)
const LIFT_LOCK = graphql(`
  mutation ConsoleLiftAccountLock($input: LiftAccountLockInput!) {
    liftAccountLock(input: $input) {
      clientMutationId
    }
  }
`)
const LIFT_NETWORK_LOCK = graphql(`
  mutation ConsoleLiftNetworkLock($input: LiftNetworkLockInput!) {
    liftNetworkLock(input: $input) {
      clientMutationId
    }
  }
`)
const RESTORE = graphql(`
  mutation ConsoleRestoreUser($input: RestoreUserInput!) {
    restoreUser(input: $input) {
      clientMutationId
    }
  }
`)
const ERASE = graphql(`
  mutation ConsoleEraseUser($input: EraseUserInput!) {
    eraseUser(input: $input) {
      clientMutationId
    }
  }
`)

/** What the dialog of an act asks for. */
export interface ActValues extends Record<string, unknown> {
  readonly reason: string
  readonly message: string
  readonly displayName: string
  readonly username: string
  /** Number of days; empty for ever. */
  readonly days: string
  /** The session to end; empty for all. */
  readonly sessionId: string
}

interface StaffAct {
  readonly fields: readonly ('reason' | 'message' | 'displayName' | 'username' | 'days')[]
  /** Whether it takes something from the person. */
  readonly isHard?: boolean
  readonly send: (userId: string, values: ActValues) => Promise<unknown>
}

const DAY = 86_400_000
const endOf = (days: string) => (days === '' ? {} : { endsAt: new Date(Date.now() + Number(days) * DAY).toISOString() })
const given = (name: 'displayName' | 'username', text: string) => (text.trim() === '' ? {} : { [name]: text })

/** What the staff does about a person, each sent again once the identity is confirmed. */
export const STAFF_ACTS = {
  warn: {
    fields: ['message'],
    send: (contentId, { message }) => request(WARN, { input: { contentId, message } }),
  },
  suspend: {
    fields: ['days', 'reason'],
    isHard: true,
    send: (userId, { reason, days }) => request(SUSPEND, { input: { userId, reason, ...endOf(days) } }),
  },
  unsuspend: { fields: [], send: (userId) => request(UNSUSPEND, { input: { userId } }) },
  endSessions: {
    fields: ['reason'],
    isHard: true,
    send: (userId, { reason, sessionId }) =>
      request(END_SESSIONS, { input: { userId, reason, ...(sessionId && { sessionIds: [sessionId] }) } }),
  },
  resetSecondFactor: {
    fields: ['reason'],
    isHard: true,
    send: (userId, { reason }) => request(RESET_SECOND_FACTOR, { input: { userId, reason } }),
  },
  rename: {
    fields: ['displayName', 'username', 'reason'],
    send: (userId, { reason, displayName, username }) =>
      request(RENAME, {
        input: { userId, reason, ...given('displayName', displayName), ...given('username', username) },
      }),
  },
  confirmEmail: {
    fields: ['reason'],
    send: (userId, { reason }) => request(MARK_EMAIL_CONFIRMED, { input: { userId, reason } }),
  },
  liftLock: { fields: ['reason'], send: (userId, { reason }) => request(LIFT_LOCK, { input: { userId, reason } }) },
  liftNetwork: {
    fields: ['reason'],
    send: (address, { reason }) => request(LIFT_NETWORK_LOCK, { input: { address, reason } }),
  },
  restore: { fields: ['reason'], send: (userId, { reason }) => request(RESTORE, { input: { userId, reason } }) },
  erase: {
    fields: ['displayName', 'reason'],
    isHard: true,
    send: (userId, { reason, displayName }) => request(ERASE, { input: { userId, reason, displayName } }),
  },
} as const satisfies Record<string, StaffAct>

export type StaffActName = keyof typeof STAFF_ACTS

export const staffActOf = (name: StaffActName): StaffAct => STAFF_ACTS[name]

/** Sends an act. Asks who acts where the server wants to know. Throws a Refusal. */
export const sendAct = (name: StaffActName, userId: string, values: ActValues): Promise<unknown> =>
  confirming(() => staffActOf(name).send(userId, values))
