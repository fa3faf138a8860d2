import { NativeSelect, SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImageAnimationStyle, ImageMask } from '../../generated/graphql.ts'
import { ANIMATION_STYLES, MASKS } from './styles.ts'

interface EmojiStyleFieldsProps {
  readonly mask: ImageMask
  /** Null for none. */
  readonly animationStyle: ImageAnimationStyle | null
  readonly onMask: (mask: ImageMask) => void
  readonly onAnimationStyle: (style: ImageAnimationStyle | null) => void
  /** Further fields. */
  readonly children?: ReactNode
}

/** How an emoji is cut and shown. */
export function EmojiStyleFields({ mask, animationStyle, children, ...on }: EmojiStyleFieldsProps) {
  const { t } = useTranslation('files')
  const styles = ANIMATION_STYLES.map((value) => ({ value, label: t(`animations.${value}`) }))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {children}
      <NativeSelect
        label={t('fields.mask')}
        value={mask}
        data={MASKS.map((value) => ({ value, label: t(`masks.${value}`) }))}
        onChange={({ currentTarget: { value } }) => on.onMask(MASKS.find((one) => one === value) ?? 'SQUARE')}
      />
      <NativeSelect
        label={t('fields.animationStyle')}
        description={t('emoji.animationHint')}
        value={animationStyle ?? ''}
        data={[{ value: '', label: t('emoji.noAnimation') }, ...styles]}
        onChange={({ currentTarget: { value } }) =>
          on.onAnimationStyle(ANIMATION_STYLES.find((one) => one === value) ?? null)
        }
      />
    </SimpleGrid>
  )
}
