/** The version with which bundles are built for the clients of today. */
export const USUAL_UNITY_VERSION = '2022.3.22f1'
