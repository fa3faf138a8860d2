import { Badge, Box, Group, Image, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { ownUrl } from '../ownUrl.ts'
import { RouteLink, RowLink } from '../RouteLink.tsx'
import { formatSpan, isLiveAt } from './eventTimes.ts'
import { useDayTexts } from './useDayTexts.ts'
import { useNow } from './useNow.ts'

export const EVENT_ROW = graphql(`
  fragment EventRow on CalendarEvent {
    id
    title
    startsAt
    endsAt
    isDraft
    imageUrl
    kind
    group {
      id
      name
      iconUrl
    }
    viewerInterest {
      isFollowing
    }
  }
`)

interface EventRowProps {
  readonly event: FragmentType<typeof EVENT_ROW>
  /** The day that is named above the row, such as `2026-12-05`. */
  readonly day?: string
}

/** An event in a list: when and what it is, and of which group. */
export function EventRow({ event, day }: EventRowProps) {
  const { i18n } = useTranslation('calendar')
  const data = getFragmentData(EVENT_ROW, event)
  const { id, title, startsAt, endsAt, imageUrl, group } = data
  const dayTexts = useDayTexts()
  const span = { startsAt, endsAt }
  const when = day ? dayTexts.long(span, day) : formatSpan(i18n.language, span)
  return (
    <Group wrap="nowrap" gap="sm" align="center">
      <Image
        src={ownUrl(imageUrl ?? group.iconUrl)}
        alt=""
        w={44}
        h={44}
        radius="md"
        flex="none"
        fit="cover"
        bg="var(--mantine-color-default-hover)"
      />
      <Box flex={1} miw={0}>
        <RowLink to="/calendar/$eventId" params={{ eventId: id }}>
          {title}
        </RowLink>
        <Text size="xs" c="dimmed" truncate>
          {when} ·{' '}
          <RouteLink to="/groups/$groupId" params={{ groupId: group.id }} c="inherit" inherit>
            {group.name}
          </RouteLink>
        </Text>
      </Box>
      <EventBadges event={data} />
    </Group>
  )
}

interface Badged {
  readonly startsAt: string
  readonly endsAt: string
  readonly isDraft: boolean
  readonly viewerInterest: { readonly isFollowing: boolean }
}

/** Whether an event goes on now, is not published yet, or is followed. */
export function EventBadges({ event }: { readonly event: Badged }) {
  const { t } = useTranslation('calendar')
  const now = useNow()
  return (
    <Group gap={6} wrap="nowrap" style={{ flexShrink: 0 }}>
      {event.isDraft && (
        <Badge color="gray" variant="light">
          {t('badges.draft')}
        </Badge>
      )}
      {!event.isDraft && isLiveAt(event, now) && <Badge color="red.9">{t('badges.live')}</Badge>}
      {event.viewerInterest.isFollowing && <Badge variant="light">{t('badges.following')}</Badge>}
    </Group>
  )
}
