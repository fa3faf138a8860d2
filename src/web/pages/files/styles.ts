import type { ImageAnimationStyle, ImageLoopStyle, ImageMask } from '../../generated/graphql.ts'

/** Shapes to which emoji and stickers are cut. */
export const MASKS = ['SQUARE', 'CIRCLE', 'HEART', 'STAR', 'FLOWER', 'POW'] as const satisfies readonly ImageMask[]

export const LOOP_STYLES = ['LINEAR', 'PINGPONG'] as const satisfies readonly ImageLoopStyle[]

/** What clients do with an emoji when it is shown. */
export const ANIMATION_STYLES = [
  ...(['AURA', 'BATS', 'BEES', 'BOUNCE', 'CLOUD', 'CONFETTI', 'CRYING', 'DISLIKE', 'FIRE'] as const),
  ...(['IDEA', 'LASERS', 'LIKE', 'MAGNET', 'MISTLETOE', 'MONEY', 'NOISE', 'ORBIT', 'PIZZA'] as const),
  ...(['RAIN', 'ROTATE', 'SHAKE', 'SNOW', 'SNOWBALL', 'SPIN', 'SPLASH', 'STOP', 'ZZZ'] as const),
] as const satisfies readonly ImageAnimationStyle[]
