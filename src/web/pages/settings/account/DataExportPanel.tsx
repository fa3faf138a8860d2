import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../../components/ownUrl.ts'
import { Panel } from '../../../components/Panel.tsx'
import { formatBytes, formatDateTime } from '../../../formats.ts'
import type { SettingsDataExportFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { DATA_EXPORT, DATA_EXPORT_CHANGES, OWN_DATA_EXPORT, REQUEST_DATA_EXPORT } from './documents.ts'
import { useDownload } from './useDownload.ts'

type Export = NonNullable<SettingsDataExportFragment['dataExport']>

/** An archive of everything that is kept about the person: asked for, being written, and downloaded. */
export function DataExportPanel() {
  const { t } = useTranslation('settings')
  useLive(DATA_EXPORT_CHANGES, {})
  const { data, refusal, isLoading, reload } = usePanel(OWN_DATA_EXPORT, {})
  const viewer = getFragmentData(DATA_EXPORT, data?.viewer)
  return (
    <Panel title={t('dataExport.title')} isLoading={isLoading && !viewer} refusal={refusal} onRetry={reload}>
      <Stack gap="sm">
        <Text size="sm">{t('dataExport.text')}</Text>
        {viewer?.dataExport && <ExportState one={viewer.dataExport} />}
        <RequestButton one={viewer?.dataExport ?? null} />
      </Stack>
    </Panel>
  )
}

/** A new archive replaces the one before. */
function RequestButton({ one }: { readonly one: Export | null }) {
  const { t } = useTranslation('settings')
  const request = useAct(REQUEST_DATA_EXPORT)
  return (
    <Group>
      <Button
        variant="default"
        loading={request.isBusy}
        disabled={one?.state === 'WAITING'}
        onClick={() => void request.act({})}
      >
        {one?.state === 'FINISHED' ? t('dataExport.requestAgain') : t('dataExport.request')}
      </Button>
    </Group>
  )
}

function ExportState({ one }: { readonly one: Export }) {
  const { t, i18n } = useTranslation('settings')
  const { state, requestedAt, url } = one
  if (state === 'FINISHED' && url) return <FinishedExport one={one} url={url} />
  return (
    <Text size="sm" role="status">
      {t(`dataExport.states.${state}`, { at: formatDateTime(i18n.language, requestedAt) })}
    </Text>
  )
}

function FinishedExport({ one, url }: { readonly one: Export; readonly url: string }) {
  const { t, i18n } = useTranslation('settings')
  const { download, isBusy } = useDownload()
  const { requestedAt, expiresAt, sizeInBytes } = one
  const at = formatDateTime(i18n.language, requestedAt)
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {t('dataExport.states.FINISHED', { at })}
      </Text>
      <Group>
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={isBusy}
          onClick={() => void download(ownUrl(url))}
        >
          {t('dataExport.download', { size: formatBytes(i18n.language, sizeInBytes ?? 0) })}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('dataExport.expires', { at: formatDateTime(i18n.language, expiresAt) })}
      </Text>
    </Stack>
  )
}
