import { Card, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../formats.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { Picture } from '../Picture.tsx'
import { CardLink } from '../RouteLink.tsx'
import { EventBadges } from './EventRow.tsx'
import { formatSpan } from './eventTimes.ts'

export const EVENT_CARD = graphql(`
  fragment EventCard on CalendarEvent {
    id
    title
    startsAt
    endsAt
    isDraft
    imageUrl
    category
    interestedUserCount
    group {
      id
      name
      bannerUrl
    }
    viewerInterest {
      isFollowing
    }
  }
`)

/** An event in a grid: its picture or that of its group, what it is, when, and how many people are interested. */
export function EventCard({ event }: { readonly event: FragmentType<typeof EVENT_CARD> }) {
  const { t, i18n } = useTranslation('calendar')
  const data = getFragmentData(EVENT_CARD, event)
  const { id, title, imageUrl, category, interestedUserCount, group } = data
  return (
    <Card padding="sm" radius="md" withBorder pos="relative">
      <Card.Section>
        <Picture url={imageUrl ?? group.bannerUrl} ratio={16 / 8} />
      </Card.Section>
      <CardLink to="/calendar/$eventId" params={{ eventId: id }} mt="sm" lineClamp={2}>
        {title}
      </CardLink>
      <Text size="sm">{formatSpan(i18n.language, data)}</Text>
      <Text size="xs" c="dimmed" truncate>
        {group.name} · {t(`categories.${category}`)}
      </Text>
      <Group gap="xs" mt="xs" justify="space-between" wrap="nowrap">
        <Group gap={4} role="img" aria-label={t('interested', countOf(i18n.language, interestedUserCount))}>
          <IconUsers size={14} aria-hidden />
          <Text size="xs">{formatNumber(i18n.language, interestedUserCount)}</Text>
        </Group>
        <EventBadges event={data} />
      </Group>
    </Card>
  )
}

/** The values of a text about a number: for the form of the plural, and as it is written. */
const countOf = (language: string, count: number) => ({ count, number: formatNumber(language, count) })
