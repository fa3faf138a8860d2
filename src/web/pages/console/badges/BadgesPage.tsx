import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { BadgePicture } from '../../../components/people/BadgePicture.tsx'
import type { ConsoleBadgeFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { type Column, ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { useStaff } from '../useStaff.ts'
import { BadgeDialog, NewBadge } from './BadgeDialogs.tsx'
import { CONSOLE_BADGE, CONSOLE_BADGES } from './documents.ts'

const EXPORTED = ['id', 'name', 'description', 'imageUrl', 'updatedAt']

/** All badges, and who has them. */
export function BadgesPage() {
  const { t } = useTranslation('configuration')
  const canChange = useStaff()?.includes('CONFIGURATION') ?? false
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_BADGES, {})
  useRepeatedly(reload)
  const [openId, setOpenId] = useState<string | null>(null)
  const [isNew, setNew] = useState(false)
  const nodes = data?.badges.edges.map(({ node }) => node)
  const rows = nodes && getFragmentData(CONSOLE_BADGE, nodes)
  const open = rows?.find(({ id }) => id === openId)
  return (
    <Stack gap="md">
      <ConsoleHead page="badges">
        <Group gap="xs">
          {canChange && <Button onClick={() => setNew(true)}>{t('badges.new')}</Button>}
          <KeysHelp keys={[]} />
          <ExportButton name="badges" headers={EXPORTED} readPage={exportedPage} />
        </Group>
      </ConsoleHead>
      <Text size="sm" maw={720}>
        {t('badges.text')}
      </Text>
      <ConsoleTable
        label={t('badges.label')}
        columns={useColumns(setOpenId)}
        rows={rows}
        pageInfo={data?.badges.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ more })}
        onOpen={({ id }) => setOpenId(id)}
        empty={t('badges.empty')}
      />
      {open && (
        <BadgeDialog key={open.id} badge={open} canChange={canChange} onClose={() => setOpenId(null)} onDone={reload} />
      )}
      {isNew && <NewBadge onClose={() => setNew(false)} onDone={reload} />}
    </Stack>
  )
}

function useColumns(open: (id: string) => void): readonly Column<ConsoleBadgeFragment>[] {
  const { t } = useTranslation('configuration')
  return [
    {
      name: 'name',
      header: t('badges.name'),
      cell: ({ name, imageUrl }) => (
        <Group gap="sm" wrap="nowrap">
          <BadgePicture url={imageUrl} />
          <Text size="sm">{name}</Text>
        </Group>
      ),
      width: '12rem',
    },
    {
      name: 'description',
      header: t('badges.description'),
      cell: ({ description }) => <Text size="sm">{description}</Text>,
      width: '16rem',
    },
    { name: 'changed', header: t('changed'), cell: ({ updatedAt }) => <Ago time={updatedAt} />, width: '8rem' },
    {
      name: 'acts',
      header: t('acts'),
      cell: ({ id, name }) => (
        <Button size="compact-sm" variant="default" aria-label={t('openOne', { name })} onClick={() => open(id)}>
          {t('open')}
        </Button>
      ),
      width: '7rem',
    },
  ]
}

async function exportedPage(after: string | undefined) {
  const { badges } = await request(CONSOLE_BADGES, { first: 100, more: after ?? null })
  const rows = getFragmentData(
    CONSOLE_BADGE,
    badges.edges.map(({ node }) => node),
  )
  return {
    pageInfo: badges.pageInfo,
    rows: rows.map(({ id, name, description, imageUrl, updatedAt }) => ({
      id,
      name,
      description,
      imageUrl,
      updatedAt,
    })),
  }
}
