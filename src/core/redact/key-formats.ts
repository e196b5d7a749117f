import type { KeyFormat } from "./key-families.ts";

/**
 * Keys whose exact form their provider has published, beyond the families of the original. The rest has a fixed length or
 * one alphabet in one loop, so that a search takes linear time. Checksums (GitHub, npm) are not looked at: a key with a typing
 * error is nearly one, and the prefix is rare enough.
 */
export const KEY_FORMATS: readonly KeyFormat[] = [
  // Clouds
  ...["AKIA", "ASIA", "ABIA", "ACCA"].map((prefix): KeyFormat => [prefix, "[A-Z0-9]{16}"]), // AWS access keys
  ["ABSK", "[A-Za-z0-9+/]{100,}={0,2}"], // Amazon Bedrock
  ["amzn.mws.", "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"],
  ["GOCSPX-", "[A-Za-z0-9_-]{28}"], // Google OAuth client secret
  ["ya29.", "[A-Za-z0-9_-]{20,}"], // Google access token
  ["LTAI", "[A-Za-z0-9]{12,20}"], // Alibaba Cloud
  ["AKID", "[A-Za-z0-9]{32}"], // Tencent Cloud
  ["dor_v1_", "[0-9a-f]{64}"], // DigitalOcean refresh token
  ["HRKU-", "[A-Za-z0-9_-]{36,}"], // Heroku
  ["fo1_", "[A-Za-z0-9_-]{43}"], // Fly.io
  ["fm2_", "[A-Za-z0-9_+/=-]{80,}"],
  ["nfp_", "[A-Za-z0-9]{36}"], // Netlify
  ["rnd_", "[A-Za-z0-9]{28,32}"], // Render
  ["v1.0-", "[0-9a-f]{24}-[0-9a-f]{146}"], // Cloudflare origin CA
  ["vercel_blob_rw_", "[A-Za-z0-9_]{24,}"],
  ...["vcp_", "vci_", "vca_", "vcr_", "vck_"].map((prefix): KeyFormat => [prefix, "[A-Za-z0-9]{24,}"]), // Vercel
  ["sbp_", "(?:oauth_|v0_)?[0-9a-f]{40}"], // Supabase
  ["sb_secret_", "[A-Za-z0-9_-]{20,}"],
  ...["pscale_tkn_", "pscale_pw_", "pscale_oauth_"].map((prefix): KeyFormat => [prefix, "[A-Za-z0-9_.=-]{32,}"]),
  ["napi_", "[a-z0-9]{60,}"], // Neon
  ["dapi", "[0-9a-f]{32}(?:-[0-9])?"], // Databricks
  ["sha256~", "[A-Za-z0-9_-]{43}"], // OpenShift

  // Code, packages and builds
  ["xoxe-", "[A-Za-z0-9-]{20,}"], // Slack refresh token
  ["xoxe.xox", "[bp]-[A-Za-z0-9-]{20,}"],
  ["xapp-", "[0-9]+-[A-Za-z0-9_-]{10,}"],
  ["rubygems_", "[0-9a-f]{48}"],
  ["cio", "[A-Za-z0-9]{32}"], // crates.io
  ["oy2", "[a-z0-9]{43}"], // NuGet
  ["dckr_pat_", "[A-Za-z0-9_-]{27}"], // Docker Hub
  ["dckr_oat_", "[A-Za-z0-9_-]{32}"],
  ["ATATT3", "[A-Za-z0-9_=-]{60,}"], // Atlassian
  ["ATCTT3", "[A-Za-z0-9_=-]{60,}"],
  ["ATBB", "[A-Za-z0-9]{32}"], // Bitbucket
  ["CCIPAT_", "[A-Za-z0-9]{22}_[0-9a-f]{40}"], // CircleCI
  ["bkua_", "[0-9a-f]{40}"], // Buildkite
  ["AKCp", "[A-Za-z0-9]{69}"], // JFrog
  ["cmVmdGtu", "[A-Za-z0-9]{56}"],
  ...["sqp_", "squ_", "sqa_"].map((prefix): KeyFormat => [prefix, "[0-9a-f]{40}"]), // SonarQube
  ["pul-", "[0-9a-f]{40}"], // Pulumi
  ["pnu_", "[A-Za-z0-9]{36}"], // Prefect
  ["ddp_", "[A-Za-z0-9]{36}"], // Deno Deploy
  ["PMAK-", "[0-9a-f]{24}-[0-9a-f]{34}"], // Postman
  ["sntrys_", "[A-Za-z0-9_+/=-]{50,}"], // Sentry
  ["sntryu_", "[0-9a-f]{64}"],
  ["lin_api_", "[A-Za-z0-9]{32,}"], // Linear
  ["lin_oauth_", "[A-Za-z0-9]{32,}"],
  ["secret_", "[A-Za-z0-9]{43}"], // Notion, older
  ["pat", "[A-Za-z0-9]{14}\\.[0-9a-f]{64}"], // Airtable
  ["figd_", "[A-Za-z0-9_-]{40,}"], // Figma
  ["CFPAT-", "[A-Za-z0-9_-]{43}"], // Contentful

  // Secrets and networks
  ...["hvs.", "hvb.", "hvr."].map((prefix): KeyFormat => [prefix, "[A-Za-z0-9_-]{24,}"]), // HashiCorp Vault
  ...["dp.pt.", "dp.ct.", "dp.sa.", "dp.scim."].map((prefix): KeyFormat => [prefix, "[A-Za-z0-9]{40,44}"]), // Doppler
  ["dp.st.", "(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}"],
  ["ops_eyJ", "[A-Za-z0-9+/=_-]{40,}"], // 1Password service account
  ["A3-", "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}"], // 1Password secret key
  ["AGE-SECRET-KEY-1", "[0-9A-Z]{58}"],
  ["tskey-", "[a-z]{2,10}-[A-Za-z0-9]{6,}-[A-Za-z0-9]{20,}"], // Tailscale

  // Money, mail, messages, shops
  ["whsec_", "[A-Za-z0-9+/=]{24,}"], // Stripe, Svix
  ["sq0atp-", "[A-Za-z0-9_-]{22}"], // Square
  ["sq0csp-", "[A-Za-z0-9_-]{43}"],
  ["EAAA", "[A-Za-z0-9_-]{60}"],
  ["EAA", "[A-Za-z0-9]{100,}"], // Facebook
  ["EZAK", "[A-Za-z0-9]{54}"], // EasyPost
  ["shippo_live_", "[0-9a-f]{40}"],
  ["shippo_test_", "[0-9a-f]{40}"],
  ["duffel_live_", "[A-Za-z0-9_=-]{43}"],
  ...["shpat_", "shpca_", "shppa_", "shpss_"].map((prefix): KeyFormat => [prefix, "[0-9a-fA-F]{32}"]), // Shopify
  ["SK", "[0-9a-f]{32}"], // Twilio
  ["key-", "[0-9a-f]{32}"], // Mailgun
  ["xkeysib-", "[0-9a-f]{64}-[A-Za-z0-9]{16}"], // Brevo
  ["re_", "[A-Za-z0-9]{8}_[A-Za-z0-9]{24}"], // Resend
  ["tfp_", "[A-Za-z0-9_-]{40,}(?:\\.[A-Za-z0-9_-]+)?"], // Typeform
  ["sl.", "(?:u\\.)?[A-Za-z0-9_-]{60,}"], // Dropbox

  // Watching and measuring
  ["glc_", "[A-Za-z0-9+/]{32,}={0,2}"], // Grafana Cloud
  ["glsa_", "[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}"],
  ["NRAK-", "[A-Z0-9]{27}"], // New Relic
  ["NRII-", "[A-Za-z0-9-]{32}"],
  ["NRJS-", "[0-9a-f]{19}"],
  ["dt0c01.", "[A-Z2-7]{24}\\.[A-Z2-7]{64}"], // Dynatrace
  ["phx_", "[A-Za-z0-9]{36,}"], // PostHog

  // Models
  ["nvapi-", "[A-Za-z0-9_-]{40,}"],
  ["csk-", "[a-z0-9]{40,}"], // Cerebras
  ["tgp_v1_", "[A-Za-z0-9_-]{40,}"], // Together
  ["jina_", "[A-Za-z0-9]{50,}"],
  ["pcsk_", "[A-Za-z0-9_]{50,}"], // Pinecone
  ["lsv2_pt_", "[0-9a-f]{32}_[0-9a-f]{10}"], // LangSmith
  ["lsv2_sk_", "[0-9a-f]{32}_[0-9a-f]{10}"],
  ["e2b_", "[0-9a-f]{40}"],
  ["wandb_v1_", "[A-Za-z0-9_]{40,}"],
];
