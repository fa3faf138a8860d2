import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { UploadInput } from '../uploads/UploadInput.tsx'
import { PLATFORMS } from './platforms.ts'

interface PackageForm {
  readonly values: { readonly assetUploadId: string }
  readonly getInputProps: (name: 'assetUploadId' | 'platform' | 'unityVersion') => GetInputPropsReturnType
}

interface PackageFieldsProps {
  readonly form: PackageForm
  readonly required?: boolean
}

/** The bundle of a world for one platform. */
export function PackageFields({ form, required = false }: PackageFieldsProps) {
  const { t } = useTranslation(['ownWorlds', 'worlds'])
  return (
    <Stack>
      <UploadInput
        purpose="WORLD_ASSET"
        label={t('fields.asset')}
        description={t('fields.assetHint')}
        required={required}
        {...form.getInputProps('assetUploadId')}
        value={form.values.assetUploadId}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('fields.platform')}
          description={t('fields.platformHint')}
          data={PLATFORMS.map((value) => ({ value, label: t(`worlds:platforms.${value}`) }))}
          {...form.getInputProps('platform')}
        />
        <TextInput
          label={t('fields.unityVersion')}
          description={t('fields.unityVersionHint')}
          {...form.getInputProps('unityVersion')}
        />
      </SimpleGrid>
    </Stack>
  )
}
