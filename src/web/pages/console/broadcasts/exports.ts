import { getFragmentData } from '../../../generated/index.ts'
import { request } from '../../../graph/request.ts'
import { CONSOLE_BROADCAST, CONSOLE_BROADCASTS, CONSOLE_NOTICE, CONSOLE_NOTICES } from './documents.ts'
import type { noticeVariables } from './search.ts'

/** Columns of the file of notices. */
export const NOTICE_HEADERS = [
  ...['slug', 'name', 'description', 'isShown', 'isEnabled', 'releaseStatus', 'priority', 'tags'],
  ...['startsAt', 'endsAt', 'createdAt', 'updatedAt'],
]

/** Columns of the file of broadcasts. */
export const BROADCAST_HEADERS = [
  ...['id', 'type', 'title', 'message', 'link', 'receivers', 'sent', 'sender', 'createdAt', 'finishedAt', 'expiresAt'],
]

const FIRST = 100

/** A page of the file of notices. Throws a Refusal. */
export async function exportedNotices(variables: ReturnType<typeof noticeVariables>, after: string | undefined) {
  const { allInfoPushes } = await request(CONSOLE_NOTICES, { ...variables, first: FIRST, more: after ?? null })
  const notices = getFragmentData(
    CONSOLE_NOTICE,
    allInfoPushes.edges.map(({ node }) => node),
  )
  return {
    pageInfo: allInfoPushes.pageInfo,
    rows: notices.map(({ slug, data, isShown, isEnabled, releaseStatus, priority, tags, ...times }) => ({
      ...{
        slug,
        releaseStatus,
        priority,
        tags: tags.join(' '),
        createdAt: times.createdAt,
        updatedAt: times.updatedAt,
      },
      name: data.name ?? null,
      description: data.description ?? null,
      isShown: String(isShown),
      isEnabled: String(isEnabled),
      startsAt: times.startsAt ?? null,
      endsAt: times.endsAt ?? null,
    })),
  }
}

/** A page of the file of broadcasts. Throws a Refusal. */
export async function exportedBroadcasts(after: string | undefined) {
  const { broadcasts } = await request(CONSOLE_BROADCASTS, { first: FIRST, more: after ?? null })
  const rows = getFragmentData(
    CONSOLE_BROADCAST,
    broadcasts.edges.map(({ node }) => node),
  )
  return {
    pageInfo: broadcasts.pageInfo,
    rows: rows.map(({ id, type, title, message, createdAt, sentCount, receiverCount, sender, ...others }) => ({
      ...{ id, type, title, message, createdAt, sent: sentCount },
      receivers: receiverCount ?? 'everybody',
      sender: sender?.displayName ?? null,
      link: others.link ?? null,
      finishedAt: others.finishedAt ?? null,
      expiresAt: others.expiresAt ?? null,
    })),
  }
}
