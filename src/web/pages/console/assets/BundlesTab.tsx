import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { TagList } from '../../../components/TagList.tsx'
import type { ConsoleBundleFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { ConsoleTable } from '../kit/ConsoleTable.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { BundleDialog } from './BundleDialog.tsx'
import { CONSOLE_BUNDLE, CONSOLE_BUNDLES, DELETE_BUNDLE } from './documents.ts'

/** The bundles that the platform ships to clients. */
export function BundlesTab() {
  const { t } = useTranslation('staffAssets')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_BUNDLES, {})
  useRepeatedly(reload)
  const [isNew, setNew] = useState(false)
  const rows =
    data &&
    getFragmentData(
      CONSOLE_BUNDLE,
      data.adminAssetBundles.edges.map(({ node }) => node),
    )
  return (
    <Stack gap="md">
      <Group>
        <Button onClick={() => setNew(true)}>{t('bundles.new')}</Button>
      </Group>
      <ConsoleTable
        label={t('bundles.label')}
        columns={[
          { name: 'name', header: t('bundles.name'), cell: (bundle) => <BundleCell bundle={bundle} /> },
          { name: 'type', header: t('bundles.type'), cell: ({ assetType }) => assetType },
          { name: 'packages', header: t('bundles.packages'), cell: (bundle) => <PackagesCell bundle={bundle} /> },
          {
            name: 'public',
            header: t('bundles.visible'),
            cell: ({ isPublic }) => (
              <Badge variant="light" color={isPublic ? 'green' : 'gray'} tt="none">
                {isPublic ? t('bundles.public') : t('bundles.staff')}
              </Badge>
            ),
          },
          { name: 'at', header: t('bundles.at'), cell: ({ createdAt }) => <Ago time={createdAt} />, width: '8rem' },
          { name: 'acts', header: t('acts'), cell: (bundle) => <DeleteButton bundle={bundle} onDone={reload} /> },
        ]}
        rows={rows}
        pageInfo={data?.adminAssetBundles.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ more })}
        empty={t('bundles.empty')}
      />
      {isNew && <BundleDialog onDone={reload} onClose={() => setNew(false)} />}
    </Stack>
  )
}

interface BundleProps {
  readonly bundle: ConsoleBundleFragment
}

const BundleCell = ({ bundle: { name, description, tags } }: BundleProps) => (
  <Stack gap={2}>
    <Text size="sm" fw={600}>
      {name}
    </Text>
    <Text size="xs" c="dimmed" lineClamp={2}>
      {description}
    </Text>
    <TagList tags={tags} />
  </Stack>
)

const PackagesCell = ({ bundle: { packages } }: BundleProps) => (
  <Stack gap={0}>
    {packages.map(({ assetUrl, platform, unityVersion, variant }) => (
      <Text key={`${platform} ${variant} ${assetUrl}`} size="xs">
        {platform} · {variant} · {unityVersion}
      </Text>
    ))}
  </Stack>
)

function DeleteButton({ bundle: { id, name }, onDone }: BundleProps & { readonly onDone: () => void }) {
  const { t } = useTranslation(['staffAssets', 'common'])
  const removal = useAct(DELETE_BUNDLE)
  const remove = async () => {
    const isWanted = await askFirst({
      title: t('bundles.deleteTitle', { name }),
      text: t('bundles.deleteText'),
      confirm: t('bundles.delete'),
      cancel: t('common:cancel'),
    })
    if (!isWanted || !(await removal.act({ input: { adminAssetBundleId: id } }))) return
    notifications.show({ message: t('bundles.deleted', { name }) })
    onDone()
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={removal.isBusy}
      aria-label={t('bundles.deleteOne', { name })}
      onClick={() => void remove()}
    >
      {t('bundles.delete')}
    </Button>
  )
}
