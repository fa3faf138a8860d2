import { Badge, Box, Group, Image, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { ownUrl } from '../ownUrl.ts'
import { RouteLink } from '../RouteLink.tsx'
import { formatSpan, formatTime, isLiveAt } from './eventTimes.ts'
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
  /** Whether the day is named above the row. */
  readonly isUnderDay?: boolean
}

/** An event in a list: when and what it is, and of which group. */
export function EventRow({ event, isUnderDay = false }: EventRowProps) {
  const { i18n } = useTranslation('calendar')
  const data = getFragmentData(EVENT_ROW, event)
  const { id, title, startsAt, endsAt, imageUrl, group } = data
  const ofDay = `${formatTime(i18n.language, startsAt)} – ${formatTime(i18n.language, endsAt)}`
  const when = isUnderDay ? ofDay : formatSpan(i18n.language, { startsAt, endsAt })
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
        <RouteLink
          to="/calendar/$eventId"
          params={{ eventId: id }}
          c="inherit"
          fw={600}
          size="sm"
          display="block"
          truncate
        >
          {title}
        </RouteLink>
        <Text size="xs" c="dimmed" truncate>
          {when} · {group.name}
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
