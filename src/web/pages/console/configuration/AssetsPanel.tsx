import { Button, FileButton, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { formatNumber } from '../../../formats.ts'
import type { ConsoleFrontendAssetsQuery, FrontendAssetKind, FrontendAssetVariant } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { type GraphForm, useGraphForm } from '../../../graph/useGraphForm.ts'
import { ConsoleTable } from '../kit/ConsoleTable.tsx'
import { FRONTEND_ASSETS, SET_FRONTEND_ASSET } from './documents.ts'

type Asset = ConsoleFrontendAssetsQuery['frontendAssets'][number]

const KINDS = ['CSS', 'JS'] as const satisfies FrontendAssetKind[]
const VARIANTS = ['PUBLIC', 'INTERNAL'] as const satisfies FrontendAssetVariant[]
const PATHS: Readonly<Record<FrontendAssetKind, string>> = { CSS: '/api/1/css/app.css', JS: '/api/1/js/app.js' }

const addressOf = ({ kind, variant, branch }: Asset) =>
  `${PATHS[kind]}?${new URLSearchParams({ variant: variant.toLowerCase(), branch })}`

/** Stylesheets and scripts of the start page of the server, which admins replace. */
export function AssetsPanel() {
  const { t } = useTranslation('configuration')
  const { data, refusal, reload } = usePanel(FRONTEND_ASSETS, {})
  const [open, setOpen] = useState<Asset | 'new' | null>(null)
  const rows = data?.frontendAssets.map((asset) => ({ ...asset, id: addressOf(asset) }))
  return (
    <Panel
      title={t('assets.title')}
      aside={
        <Button size="xs" variant="default" onClick={() => setOpen('new')}>
          {t('assets.new')}
        </Button>
      }
    >
      <Text size="sm">{t('assets.text')}</Text>
      <ConsoleTable
        label={t('assets.title')}
        columns={useColumns(setOpen)}
        rows={rows}
        pageInfo={undefined}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={async () => undefined}
        onOpen={setOpen}
        empty={t('assets.empty')}
      />
      {open && <AssetDialog asset={open === 'new' ? null : open} onClose={() => setOpen(null)} onDone={reload} />}
    </Panel>
  )
}

function useColumns(open: (asset: Asset) => void) {
  const { t, i18n } = useTranslation('configuration')
  return [
    { name: 'branch', header: t('assets.branch'), cell: ({ branch }: Asset) => branch },
    { name: 'kind', header: t('assets.kind'), cell: ({ kind }: Asset) => t(`assets.kinds.${kind}`) },
    { name: 'variant', header: t('assets.variant'), cell: ({ variant }: Asset) => t(`assets.variants.${variant}`) },
    {
      name: 'size',
      header: t('assets.characters'),
      cell: ({ characterCount }: Asset) => formatNumber(i18n.language, characterCount),
    },
    { name: 'changed', header: t('changed'), cell: ({ updatedAt }: Asset) => <Ago time={updatedAt} />, width: '8rem' },
    {
      name: 'acts',
      header: t('acts'),
      cell: (asset: Asset) => <RowActs asset={asset} onReplace={() => open(asset)} />,
      width: '12rem',
    },
  ]
}

function RowActs({ asset, onReplace }: { readonly asset: Asset; readonly onReplace: () => void }) {
  const { t } = useTranslation('configuration')
  const name = `${asset.branch} ${t(`assets.kinds.${asset.kind}`)} ${t(`assets.variants.${asset.variant}`)}`
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        component="a"
        size="compact-sm"
        variant="default"
        href={addressOf(asset)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('openOne', { name })}
      >
        {t('open')}
      </Button>
      <Button size="compact-sm" variant="default" aria-label={t('assets.replaceOne', { name })} onClick={onReplace}>
        {t('assets.replace')}
      </Button>
    </Group>
  )
}

interface AssetDialogProps {
  /** Null for another one. */
  readonly asset: Asset | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Replaces the text of a stylesheet or script, or adds one. */
function AssetDialog({ asset, onClose, onDone }: AssetDialogProps) {
  const { t } = useTranslation(['configuration', 'common'])
  const set = useAct(SET_FRONTEND_ASSET)
  const { kind = 'CSS', variant = 'PUBLIC', branch = '', updatedAt } = asset ?? {}
  const { form, refusal, isBusy, onSubmit } = useGraphForm<AssetValues>(
    { name: 'asset', mode: 'controlled', initialValues: { kind, variant, branch, content: '' } },
    async (values) => {
      await set.attempt({ input: { ...values, ...(updatedAt && { ifUpdatedAt: updatedAt }) } })
      notifications.show({ message: t('assets.replaced') })
      onDone()
      onClose()
    },
    () =>
      askFirst({
        title: t('assets.askTitle'),
        text: t('assets.askText'),
        confirm: t('assets.replace'),
        cancel: t('common:cancel'),
      }),
  )
  return (
    <Dialog title={t('assets.replace')} onClose={onClose} isBusy={isBusy} size="lg">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <BuildFields form={form} isFixed={asset !== null} />
          <FromFile onRead={(content) => form.setFieldValue('content', content)} />
          <Textarea
            label={t('assets.content')}
            required
            autosize
            minRows={6}
            maxRows={16}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            spellCheck={false}
            {...form.getInputProps('content')}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={form.values.content === ''}>
              {t('assets.replace')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface AssetValues extends Record<string, unknown> {
  readonly kind: FrontendAssetKind
  readonly variant: FrontendAssetVariant
  readonly branch: string
  readonly content: string
}

interface BuildFieldsProps {
  readonly form: GraphForm<AssetValues>['form']
  /** Whether they stay, as those of an asset that is replaced. */
  readonly isFixed: boolean
}

/** Which build a text belongs to. */
function BuildFields({ form, isFixed }: BuildFieldsProps) {
  const { t } = useTranslation('configuration')
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <TextInput label={t('assets.branch')} readOnly={isFixed} required {...form.getInputProps('branch')} />
      <NativeSelect
        label={t('assets.kind')}
        disabled={isFixed}
        data={KINDS.map((value) => ({ value, label: t(`assets.kinds.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <NativeSelect
        label={t('assets.variant')}
        disabled={isFixed}
        data={VARIANTS.map((value) => ({ value, label: t(`assets.variants.${value}`) }))}
        {...form.getInputProps('variant')}
      />
    </SimpleGrid>
  )
}

/** Reads the text from a file of the person. */
function FromFile({ onRead }: { readonly onRead: (content: string) => void }) {
  const { t } = useTranslation('configuration')
  return (
    <Group>
      <FileButton accept=".css,.js,.mjs,text/css,text/javascript" onChange={(file) => void file?.text().then(onRead)}>
        {(props) => (
          <Button {...props} variant="default">
            {t('assets.file')}
          </Button>
        )}
      </FileButton>
    </Group>
  )
}
