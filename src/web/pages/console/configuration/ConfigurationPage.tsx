import { Badge, Button, Checkbox, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { type Column, ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_PAGES } from '../sections.ts'
import { useIsAdmin } from '../useStaff.ts'
import { AssetsPanel } from './AssetsPanel.tsx'
import { CONFIG_MEMBERS, SET_CONFIG_ENTRY } from './documents.ts'
import { MemberDialog } from './MemberDialog.tsx'
import { type ConfigMember, lineOf } from './memberValues.ts'
import { type ConfigurationSearch, VALUE_KINDS } from './search.ts'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'configuration')
const EXPORTED = ['key', 'kind', 'value', 'defaultValue', 'isDefault', 'updatedAt']

const isFound = ({ key, value, kind, isDefault }: ConfigMember, search: ConfigurationSearch) =>
  (search.kind === undefined || search.kind === kind) &&
  !(search.isChanged && isDefault) &&
  `${key} ${lineOf(value)}`.toLowerCase().includes((search.q ?? '').toLowerCase())

/** What clients read when they start, and what admins replace of the start page of the server. */
export function ConfigurationPage() {
  const { t } = useTranslation('configuration')
  const search = useSearch({ from: '/shell/console/configuration' })
  const isAdmin = useIsAdmin()
  const { data, refusal, reload } = usePanel(CONFIG_MEMBERS, {})
  useRepeatedly(reload)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const members = data?.configMembers
  const rows = members?.filter((member) => isFound(member, search)).map((member) => ({ ...member, id: member.key }))
  const open = members?.find(({ key }) => key === openKey)
  const reset = useReset(reload)
  const keys = [{ key: 'u', label: t('config.reset'), run: (row: ConfigMember) => void reset(row) }]
  return (
    <Stack gap="md">
      <ConsoleHead page="configuration">
        <Group gap="xs">
          <KeysHelp keys={keys} />
          {PAGE && <SavedViews page={PAGE} search={{ ...search }} />}
          <ExportButton
            name="configuration"
            headers={EXPORTED}
            readPage={async () => ({ pageInfo: { hasNextPage: false }, rows: (rows ?? []).map(exportedRow) })}
          />
        </Group>
      </ConsoleHead>
      <Text size="sm" maw={720}>
        {t('config.text')}
      </Text>
      <Filters search={search} />
      <ConsoleTable
        label={t('config.label')}
        columns={useColumns(setOpenKey, reset)}
        rows={rows}
        pageInfo={undefined}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={async () => undefined}
        onOpen={({ key }) => setOpenKey(key)}
        keys={keys}
        empty={t('config.empty')}
      />
      {isAdmin && <AssetsPanel />}
      {open && <MemberDialog key={open.key} member={open} onClose={() => setOpenKey(null)} onDone={reload} />}
    </Stack>
  )
}

const exportedRow = ({ key, kind, value, defaultValue, isDefault, updatedAt }: ConfigMember) => ({
  ...{ key, kind, value: lineOf(value), defaultValue: lineOf(defaultValue) },
  isDefault: String(isDefault),
  updatedAt: updatedAt ?? null,
})

/** Sets a value to that of a new server, once that is confirmed. */
function useReset(onDone: () => void) {
  const { t } = useTranslation('configuration')
  const { act } = useAct(SET_CONFIG_ENTRY)
  return async ({ key, defaultValue: value, isDefault, updatedAt }: ConfigMember) => {
    if (isDefault || value === null) return
    const isWanted = await askFirst({
      title: t('config.resetTitle'),
      text: t('config.resetText', { key, value: lineOf(value) }),
      confirm: t('config.reset'),
      cancel: t('keep'),
    })
    if (!isWanted) return
    await act({ input: { key, value, ...(updatedAt && { ifUpdatedAt: updatedAt }) } })
    onDone()
  }
}

function Filters({ search }: { readonly search: ConfigurationSearch }) {
  const { t } = useTranslation('configuration')
  const navigate = useNavigate({ from: '/console/configuration' })
  const choose = (change: ConfigurationSearch) => void navigate({ search: { ...search, ...change }, replace: true })
  return (
    <Group align="flex-end">
      <TextInput
        type="search"
        label={t('config.find')}
        value={search.q ?? ''}
        onChange={({ currentTarget: { value } }) => choose({ q: value || undefined })}
      />
      <FilterSelect
        label={t('config.kind')}
        value={search.kind}
        all={t('config.all')}
        choices={VALUE_KINDS.map((value) => ({ value, label: t(`config.kinds.${value}`) }))}
        onChange={(kind) => choose({ kind })}
      />
      <Checkbox
        pb={8}
        label={t('config.onlyChanged')}
        checked={search.isChanged ?? false}
        onChange={({ currentTarget: { checked } }) => choose({ isChanged: checked || undefined })}
      />
    </Group>
  )
}

type Act = (member: ConfigMember) => Promise<void>

function useColumns(open: (key: string) => void, reset: Act): readonly Column<ConfigMember>[] {
  const { t } = useTranslation('configuration')
  return [
    {
      name: 'key',
      header: t('config.key'),
      cell: ({ key }) => <Code style={{ overflowWrap: 'anywhere' }}>{key}</Code>,
      width: '16rem',
    },
    { name: 'kind', header: t('config.kind'), cell: ({ kind }) => t(`config.kinds.${kind}`), width: '8rem' },
    {
      name: 'value',
      header: t('config.value'),
      cell: ({ value }) => (
        <Text size="xs" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {lineOf(value)}
        </Text>
      ),
      width: '12rem',
    },
    { name: 'changed', header: t('changed'), cell: (member) => <Changed member={member} />, width: '9rem' },
    {
      name: 'acts',
      header: t('acts'),
      cell: (member) => <RowActs member={member} onOpen={() => open(member.key)} onReset={() => void reset(member)} />,
      width: '12rem',
    },
  ]
}

function Changed({ member: { isDefault, updatedAt } }: { readonly member: ConfigMember }) {
  const { t } = useTranslation('configuration')
  if (isDefault || !updatedAt)
    return (
      <Badge variant="light" color="gray">
        {t('config.isDefault')}
      </Badge>
    )
  return <Ago time={updatedAt} />
}

interface RowActsProps {
  readonly member: ConfigMember
  readonly onOpen: () => void
  readonly onReset: () => void
}

function RowActs({ member: { key, isDefault, defaultValue }, onOpen, onReset }: RowActsProps) {
  const { t } = useTranslation('configuration')
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" variant="default" aria-label={t('config.changeOne', { key })} onClick={onOpen}>
        {t('config.change')}
      </Button>
      {!isDefault && defaultValue !== null && (
        <Button size="compact-sm" variant="default" aria-label={t('config.resetOne', { key })} onClick={onReset}>
          {t('config.reset')}
        </Button>
      )}
    </Group>
  )
}
