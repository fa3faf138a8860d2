import { Badge, Card, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RouteLink } from '../../components/RouteLink.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import { formatNumber } from '../../formats.ts'
import type { JamEntryFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { JAM_ENTRY } from './documents.ts'
import { EntryPicture } from './EntryPicture.tsx'
import { RateButton } from './RateButton.tsx'

interface EntryCardProps {
  readonly entry: FragmentType<typeof JAM_ENTRY>
  /** Whether the viewer judges entries now, apart from their own. */
  readonly canRate: boolean
}

/** An entry in the grid: what was made, by whom, and what they say about it. */
export function EntryCard({ entry, canRate }: EntryCardProps) {
  const data = getFragmentData(JAM_ENTRY, entry)
  const { description, content, submitter } = data
  return (
    <Card component="article" withBorder radius="md" padding="xs" aria-label={content?.name}>
      <EntryPicture content={content} />
      <Submitter submitter={submitter} />
      {description && <WrittenText text={description} size="xs" lineClamp={4} mt={4} />}
      <Group gap="xs" mt="auto" pt="xs">
        <Outcome entry={data} />
        {canRate && content && <RateButton entry={data} />}
      </Group>
    </Card>
  )
}

/** Who has made an entry. */
export function Submitter({ submitter }: Pick<JamEntryFragment, 'submitter'>) {
  const { t } = useTranslation(['jams', 'common'])
  if (!submitter) return null
  return (
    <RouteLink to="/people/$personId" params={{ personId: submitter.id }} size="xs" c="dimmed" truncate>
      {submitter.isViewer ? t('entry.yours') : t('common:world.by', { name: submitter.displayName })}
    </RouteLink>
  )
}

/** The place of an entry and its score, as soon as the viewer may know them. */
function Outcome({ entry: { rank, ratingScore } }: { readonly entry: JamEntryFragment }) {
  const { t, i18n } = useTranslation('jams')
  return (
    <>
      {rank && (
        <Badge tt="none" variant="filled">
          {t('entry.place', { place: formatNumber(i18n.language, rank) })}
        </Badge>
      )}
      {ratingScore !== null && ratingScore !== undefined && (
        <Text size="xs" c="dimmed">
          {t('entry.score', { score: formatNumber(i18n.language, ratingScore) })}
        </Text>
      )}
    </>
  )
}
