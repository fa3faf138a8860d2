import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import type { ConsolePermissionFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useForget } from '../../../graph/useForget.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { type Column, ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { useStaff } from '../useStaff.ts'
import { CONSOLE_PERMISSION, CONSOLE_PERMISSIONS, DELETE_PERMISSION } from './documents.ts'
import { NewPermission, PermissionDialog } from './PermissionDialogs.tsx'

const EXPORTED = ['id', 'name', 'displayName', 'description', 'tags', 'badges', 'updatedAt']

/** All permissions of people, what comes with them, and who has them. */
export function PermissionsPage() {
  const { t } = useTranslation('configuration')
  const canChange = useStaff()?.includes('CONFIGURATION') ?? false
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_PERMISSIONS, {})
  useRepeatedly(reload)
  const [openId, setOpenId] = useState<string | null>(null)
  const [isNew, setNew] = useState(false)
  const nodes = data?.permissions.edges.map(({ node }) => node)
  const rows = nodes && getFragmentData(CONSOLE_PERMISSION, nodes)
  const open = rows?.find(({ id }) => id === openId)
  return (
    <Stack gap="md">
      <ConsoleHead page="permissions">
        <Group gap="xs">
          {canChange && <Button onClick={() => setNew(true)}>{t('permissions.new')}</Button>}
          <KeysHelp keys={[]} />
          <ExportButton name="permissions" headers={EXPORTED} readPage={exportedPage} />
        </Group>
      </ConsoleHead>
      <Text size="sm" maw={720}>
        {t('permissions.text')}
      </Text>
      <ConsoleTable
        label={t('permissions.label')}
        columns={useColumns(setOpenId, canChange)}
        rows={rows}
        pageInfo={data?.permissions.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ more })}
        onOpen={({ id }) => setOpenId(id)}
        empty={t('permissions.empty')}
      />
      {open && (
        <PermissionDialog
          key={open.id}
          permission={open}
          canChange={canChange}
          onClose={() => setOpenId(null)}
          onDone={reload}
        />
      )}
      {isNew && <NewPermission onClose={() => setNew(false)} onDone={reload} />}
    </Stack>
  )
}

function useColumns(open: (id: string) => void, canChange: boolean): readonly Column<ConsolePermissionFragment>[] {
  const { t } = useTranslation('configuration')
  return [
    {
      name: 'name',
      header: t('permissions.displayName'),
      cell: ({ displayName, name }) => (
        <>
          <Text size="sm">{displayName}</Text>
          <Code style={{ overflowWrap: 'anywhere' }}>{name}</Code>
        </>
      ),
      width: '14rem',
    },
    {
      name: 'description',
      header: t('permissions.description'),
      cell: ({ description }) => <Text size="sm">{description}</Text>,
      width: '12rem',
    },
    {
      name: 'brings',
      header: t('permissions.brings'),
      cell: ({ data }) => <Text size="xs">{[...data.tags, ...data.badges.map(({ name }) => name)].join(', ')}</Text>,
      width: '8rem',
    },
    { name: 'changed', header: t('changed'), cell: ({ updatedAt }) => <Ago time={updatedAt} />, width: '8rem' },
    {
      name: 'acts',
      header: t('acts'),
      cell: (row) => <RowActs permission={row} canChange={canChange} onOpen={() => open(row.id)} />,
      width: '10rem',
    },
  ]
}

interface RowActsProps {
  readonly permission: ConsolePermissionFragment
  readonly canChange: boolean
  readonly onOpen: () => void
}

function RowActs({ permission, canChange, onOpen }: RowActsProps) {
  const { t } = useTranslation('configuration')
  const forget = useForget('Permission')
  const remove = useAct(DELETE_PERMISSION)
  const { id, displayName: name, isNameProtected } = permission
  const askAndDelete = async () => {
    const isWanted = await askFirst({
      title: t('permissions.deleteTitle'),
      text: t('permissions.deleteText', { name }),
      confirm: t('delete'),
      cancel: t('keep'),
    })
    if (isWanted) forget((await remove.act({ input: { permissionId: id } }))?.deletePermission.deletedPermissionId)
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" variant="default" aria-label={t('openOne', { name })} onClick={onOpen}>
        {t('open')}
      </Button>
      {canChange && !isNameProtected && (
        <Button
          size="compact-sm"
          variant="default"
          loading={remove.isBusy}
          aria-label={t('deleteOne', { name })}
          onClick={() => void askAndDelete()}
        >
          {t('delete')}
        </Button>
      )}
    </Group>
  )
}

async function exportedPage(after: string | undefined) {
  const { permissions } = await request(CONSOLE_PERMISSIONS, { first: 100, more: after ?? null })
  const rows = getFragmentData(
    CONSOLE_PERMISSION,
    permissions.edges.map(({ node }) => node),
  )
  return {
    pageInfo: permissions.pageInfo,
    rows: rows.map(({ id, name, displayName, description, data, updatedAt }) => ({
      ...{ id, name, displayName, description, updatedAt },
      tags: data.tags.join(' '),
      badges: data.badges.map((badge) => badge.name).join(', '),
    })),
  }
}
