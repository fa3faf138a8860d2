import { trusted } from '../../../kernel/ids.ts'
import type { ActingResponder } from '../../../kernel/notificationResponders.ts'
import { cancelGroupTransfer, offerOrAcceptGroup } from './transfer.ts'

/** Answers to the notification of an offer are the acts themselves. */
export const transferResponder: ActingResponder = {
  async act(tx, { data }, { type }) {
    const groupId = groupIdOf(data)
    if (type === 'accept') await offerOrAcceptGroup(tx, groupId)
    else await cancelGroupTransfer(tx, groupId)
  },
}

function groupIdOf(data: unknown) {
  const id = typeof data === 'object' && data !== null && 'groupId' in data ? data.groupId : undefined
  return trusted<'group'>(typeof id === 'string' ? id : '')
}
