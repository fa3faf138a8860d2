import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { WrittenText } from '../../../components/WrittenText.tsx'
import type { ConsoleReviewFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { AuthorCell } from '../content/ItemCells.tsx'
import { ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_REVIEW, CONSOLE_REVIEWS } from './documents.ts'
import { NotesDialog } from './NotesDialog.tsx'
import type { AssetsSearch } from './search.ts'

const variablesOf = ({ reviews }: AssetsSearch) => ({
  ...(reviews !== 'all' && { isWaiting: reviews === undefined }),
  // Who waits longest comes first.
  ascending: reviews === undefined,
})

/** The reviews that uploaded assets have, those without notes first. */
export function ReviewsTab() {
  const { t } = useTranslation('staffAssets')
  const search = useSearch({ from: '/shell/console/assets' })
  const navigate = useNavigate({ from: '/console/assets' })
  const variables = variablesOf(search)
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_REVIEWS, variables)
  useRepeatedly(reload)
  const [written, setWritten] = useState<ConsoleReviewFragment | null>(null)
  const rows =
    data &&
    getFragmentData(
      CONSOLE_REVIEW,
      data.assetReviews.edges.map(({ node }) => node),
    )
  const keys = [{ key: 'n', label: t('reviews.write'), run: setWritten }]
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <FilterSelect
          label={t('reviews.shown')}
          value={search.reviews ?? 'waiting'}
          choices={(['waiting', 'written', 'all'] as const).map((value) => ({ value, label: t(`reviews.${value}`) }))}
          onChange={(reviews) =>
            void navigate({
              search: { ...search, reviews: reviews === 'waiting' ? undefined : reviews },
              replace: true,
            })
          }
        />
        <KeysHelp keys={keys} />
      </Group>
      <ConsoleTable
        label={t('reviews.label')}
        columns={useColumns(setWritten)}
        rows={rows}
        pageInfo={data?.assetReviews.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        onOpen={setWritten}
        keys={keys}
        empty={t('reviews.empty')}
      />
      {written && <NotesDialog review={written} onDone={reload} onClose={() => setWritten(null)} />}
    </Stack>
  )
}

function useColumns(onWrite: (review: ConsoleReviewFragment) => void) {
  const { t } = useTranslation('staffAssets')
  return [
    { name: 'file', header: t('reviews.file'), cell: (review: ConsoleReviewFragment) => <FileCell review={review} /> },
    {
      name: 'owner',
      header: t('reviews.owner'),
      cell: ({ owner }: ConsoleReviewFragment) => <AuthorCell author={owner} />,
      width: '9rem',
    },
    {
      name: 'at',
      header: t('reviews.at'),
      cell: ({ createdAt }: ConsoleReviewFragment) => <Ago time={createdAt} />,
      width: '8rem',
    },
    {
      name: 'analysis',
      header: t('reviews.analysis'),
      cell: ({ analysis }: ConsoleReviewFragment) => <AnalysisCell analysis={analysis} />,
    },
    {
      name: 'notes',
      header: t('reviews.notes'),
      cell: ({ reviewNotes }: ConsoleReviewFragment) => reviewNotes && <WrittenText text={reviewNotes} lineClamp={4} />,
    },
    {
      name: 'acts',
      header: t('acts'),
      cell: (review: ConsoleReviewFragment) => <WriteButton review={review} onClick={() => onWrite(review)} />,
    },
  ]
}

interface ReviewProps {
  readonly review: ConsoleReviewFragment
}

function FileCell({ review: { fileName, version } }: ReviewProps) {
  const { t } = useTranslation('staffAssets')
  return (
    <>
      <Text size="sm">{fileName ?? t('reviews.gone')}</Text>
      <Text size="xs" c="dimmed">
        {t('reviews.version', { version })}
      </Text>
    </>
  )
}

function AnalysisCell({ analysis }: Pick<ConsoleReviewFragment, 'analysis'>) {
  const { t } = useTranslation('staffAssets')
  if (!analysis) return t('reviews.unread')
  const { isReadable, reason, engineVersion } = analysis
  return (
    <Stack gap={0} align="flex-start">
      <Badge variant="light" color={isReadable ? 'green' : 'red'} tt="none">
        {isReadable ? t('reviews.readable') : t('reviews.unreadable')}
      </Badge>
      <Text size="xs" c="dimmed">
        {reason ?? engineVersion}
      </Text>
    </Stack>
  )
}

function WriteButton({ review: { fileName }, onClick }: ReviewProps & { readonly onClick: () => void }) {
  const { t } = useTranslation('staffAssets')
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('reviews.writeOne', { name: fileName ?? t('reviews.gone') })}
      onClick={onClick}
    >
      {t('reviews.write')}
    </Button>
  )
}
