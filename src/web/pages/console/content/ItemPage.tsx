import { useApolloClient } from '@apollo/client/react'
import { Box, Button, Group, Paper, Stack, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../../components/NotFoundPage.tsx'
import { PageTitle } from '../../../components/PageTitle.tsx'
import { Picture } from '../../../components/Picture.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { RouteButton } from '../../../components/RouteLink.tsx'
import type { ConsoleItemFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { ActsPanel } from '../audit/ActsPanel.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { ReportsPanel } from '../person/ReportsTab.tsx'
import { useStaff } from '../useStaff.ts'
import { CONSOLE_ITEM, CONSOLE_ITEM_ALONE } from './documents.ts'
import { GroupEvents } from './GroupEvents.tsx'
import { StateCell } from './ItemCells.tsx'
import { ItemFacts } from './ItemFacts.tsx'
import { publicPageOf } from './itemLink.ts'
import { TagsPanel } from './TagsPanel.tsx'
import { useItemActs } from './useItemActs.tsx'
import { VerifyButton } from './VerifyButton.tsx'

/** A world as the staff sees it, and every act about it. */
export function JudgedWorldPage() {
  const { worldId } = useParams({ from: '/shell/console/worlds/$worldId' })
  return <ItemPage kind="WORLD" contentId={worldId} />
}

/** A group as the staff sees it, and every act about it. */
export function JudgedGroupPage() {
  const { groupId } = useParams({ from: '/shell/console/groups/$groupId' })
  return <ItemPage kind="GROUP" contentId={groupId} />
}

interface ItemPageProps {
  readonly kind: 'WORLD' | 'GROUP'
  readonly contentId: string
}

function ItemPage({ kind, contentId }: ItemPageProps) {
  const { t } = useTranslation('staffContent')
  const { data, refusal, reload } = usePanel(CONSOLE_ITEM_ALONE, { contentId })
  const canReadReports = useStaff()?.includes('REPORTS') === true
  useRepeatedly(reload)
  const client = useApolloClient()
  const readAgain = () => void client.refetchQueries({ include: 'active' })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  const item = getFragmentData(CONSOLE_ITEM, data?.contentItem)
  if (data && !item) return <NotFoundPage />
  return (
    <Stack gap="md">
      {item ? (
        <>
          <Head item={item} onChange={readAgain} />
          <ItemFacts item={item} />
          <TagsPanel item={item} onChange={readAgain} />
        </>
      ) : (
        <DetailSkeleton />
      )}
      {kind === 'GROUP' && <GroupEvents groupId={contentId} />}
      {canReadReports && <ReportsPanel title={t('panels.reports')} filter={{ contentId }} />}
      <ActsPanel subjectId={contentId} />
    </Stack>
  )
}

export interface ItemPanelProps {
  readonly item: ConsoleItemFragment
  /** Reads it again. */
  readonly onChange: () => void
}

function Head({ item, onChange }: ItemPanelProps) {
  const { t } = useTranslation('staffContent')
  const name = item.name ?? t('unnamed')
  const page = publicPageOf(item)
  const acts = useItemActs(onChange)
  const isHidden = item.state === 'HIDDEN'
  return (
    <Paper component="section" withBorder p="md" radius="lg" aria-label={t('panels.head')}>
      <PageTitle>{t('pageTitle', { name })}</PageTitle>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
          <Box w={96} style={{ flexShrink: 0 }}>
            <Picture url={item.thumbnailUrl} ratio={4 / 3} radius="sm" isLazy={false} />
          </Box>
          <Stack gap={4} style={{ minWidth: 0 }}>
            <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <StateCell item={item} />
          </Stack>
        </Group>
        <Group gap="xs">
          {page && (
            <RouteButton {...page} variant="default">
              {t('publicPage')}
            </RouteButton>
          )}
          <VerifyButton item={item} onChange={onChange} />
          <Button variant={isHidden ? 'filled' : 'default'} onClick={() => acts.toggle(item)}>
            {isHidden ? t('show.button') : t('hide.button')}
          </Button>
        </Group>
      </Group>
      {acts.dialog}
    </Paper>
  )
}
