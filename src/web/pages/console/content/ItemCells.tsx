import { Anchor, Badge, Box, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../../components/ownUrl.ts'
import { Picture } from '../../../components/Picture.tsx'
import { RouteLink, RowLink } from '../../../components/RouteLink.tsx'
import type { ConsoleItemFragment } from '../../../generated/graphql.ts'
import { useStaff } from '../useStaff.ts'
import { consolePageOf } from './itemLink.ts'

interface ItemProps {
  readonly item: ConsoleItemFragment
}

/** The picture of content, and its name, which leads to its page; that of a picture leads to the picture. */
export function NameCell({ item }: ItemProps) {
  const { t } = useTranslation('staffContent')
  return (
    <Group gap="sm" wrap="nowrap">
      <Box w={72} style={{ flexShrink: 0 }}>
        <Picture url={item.thumbnailUrl} ratio={4 / 3} radius="sm" />
      </Box>
      <Box maw={320} style={{ minWidth: 0 }}>
        <NameLink item={item} />
        <Text size="xs" c="dimmed">
          {t(`kinds.${item.kind}`)}
        </Text>
      </Box>
    </Group>
  )
}

function NameLink({ item }: ItemProps) {
  const { t } = useTranslation('staffContent')
  const { name, imageUrl } = item
  const shown = name ?? t('unnamed')
  const page = consolePageOf(item)
  if (page) return <RowLink {...page}>{shown}</RowLink>
  if (!imageUrl) return <Text size="sm">{shown}</Text>
  return (
    <Anchor href={ownUrl(imageUrl)} target="_blank" rel="noopener" size="sm" fw={600} display="block" truncate>
      {shown}
    </Anchor>
  )
}

/** Who has made or owns content: the page of the console about them for those who act upon people. */
export function AuthorCell({ author }: Pick<ConsoleItemFragment, 'author'>) {
  const { t } = useTranslation('staffContent')
  const isHelper = useStaff()?.includes('PEOPLE') === true
  if (!author) return t('erased')
  const { id, displayName } = author
  const page = isHelper
    ? ({ to: '/console/people/$userId', params: { userId: id } } as const)
    : ({ to: '/people/$personId', params: { personId: id } } as const)
  return (
    <RouteLink {...page} size="sm">
      {displayName}
    </RouteLink>
  )
}

const COLORS = { PUBLIC: 'green', PRIVATE: 'gray', DRAFT: 'gray', HIDDEN: 'red' } as const

/** Who can see content, and what sets it apart. */
export function StateCell({ item: { state, isVerified, isFeatured } }: ItemProps) {
  const { t } = useTranslation('staffContent')
  return (
    <Group gap={4}>
      <Badge variant="light" color={COLORS[state]} tt="none">
        {t(`states.${state}`)}
      </Badge>
      {isVerified && (
        <Badge variant="light" tt="none">
          {t('marks.verified')}
        </Badge>
      )}
      {isFeatured && (
        <Badge variant="light" tt="none">
          {t('marks.featured')}
        </Badge>
      )}
    </Group>
  )
}

/** How many reports about content are open; those who read reports get to them. */
export function ReportsCell({ item: { contentId, openReportCount: count } }: ItemProps) {
  const { t } = useTranslation('staffContent')
  const canRead = useStaff()?.includes('REPORTS') === true
  if (count === 0 || !canRead) return <Text size="sm">{count}</Text>
  return (
    <RouteLink to="/console/reports/$contentId" params={{ contentId }} size="sm">
      {t('reportCount', { count })}
    </RouteLink>
  )
}
