import { Badge, Checkbox, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ConsoleSettingsQuery } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { ConsoleTable } from '../kit/ConsoleTable.tsx'
import { CONSOLE_SETTINGS } from './documents.ts'
import type { SettingsSearch } from './search.ts'

type Setting = ConsoleSettingsQuery['settings'][number]

const isFound = ({ name, description, source }: Setting, { q = '', isGiven }: SettingsSearch) =>
  (!isGiven || source === 'ENVIRONMENT') && `${name} ${description}`.toLowerCase().includes(q.toLowerCase())

/** The settings of the server, which are changed in its environment alone. */
export function SettingsPage() {
  const { t } = useTranslation('operations')
  const search = useSearch({ from: '/shell/console/settings' })
  const { data, refusal, reload } = usePanel(CONSOLE_SETTINGS, {})
  const rows = data?.settings
    .filter((setting) => isFound(setting, search))
    .map((setting) => ({ ...setting, id: setting.name }))
  return (
    <Stack gap="md">
      <ConsoleHead page="settings" />
      <Text size="sm" maw={720}>
        {t('settings.text')}
      </Text>
      <SettingFilter search={search} />
      <ConsoleTable
        label={t('settings.label')}
        columns={[
          { name: 'name', header: t('settings.name'), cell: ({ name }) => <Code>{name}</Code>, width: '17rem' },
          {
            name: 'value',
            header: t('settings.value'),
            cell: (setting) => <Value setting={setting} />,
            width: '16rem',
          },
          {
            name: 'source',
            header: t('settings.source'),
            cell: (setting) => <Source setting={setting} />,
            width: '9rem',
          },
          { name: 'help', header: t('settings.help'), cell: ({ description }) => <Text size="xs">{description}</Text> },
        ]}
        rows={rows}
        pageInfo={undefined}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={async () => undefined}
        empty={t('settings.empty')}
      />
    </Stack>
  )
}

function SettingFilter({ search }: { readonly search: SettingsSearch }) {
  const { t } = useTranslation('operations')
  const navigate = useNavigate({ from: '/console/settings' })
  const choose = (change: SettingsSearch) => void navigate({ search: { ...search, ...change }, replace: true })
  return (
    <Group align="flex-end">
      <TextInput
        type="search"
        label={t('settings.find')}
        value={search.q ?? ''}
        onChange={({ currentTarget: { value } }) => choose({ q: value || undefined })}
      />
      <Checkbox
        pb={8}
        label={t('settings.onlyGiven')}
        checked={search.isGiven ?? false}
        onChange={({ currentTarget: { checked } }) => choose({ isGiven: checked || undefined })}
      />
    </Group>
  )
}

function Value({ setting: { value, isSecret, source, fallback } }: { readonly setting: Setting }) {
  const { t } = useTranslation('operations')
  if (isSecret) return <Text size="sm">{source === 'ENVIRONMENT' ? t('settings.set') : t('settings.notSet')}</Text>
  if (value === null || value === undefined)
    return (
      <Text size="sm" c="dimmed">
        {fallback ?? t('settings.notSet')}
      </Text>
    )
  return <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
}

function Source({ setting: { source } }: { readonly setting: Setting }) {
  const { t } = useTranslation('operations')
  return (
    <Badge variant="light" color={source === 'ENVIRONMENT' ? 'plaza' : 'gray'}>
      {t(`settings.sources.${source}`)}
    </Badge>
  )
}
