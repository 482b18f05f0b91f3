# One image for every role. It has not been run where it was written, where there is no Docker: docs/operating/start.md says so.
FROM node:24-bookworm-slim AS build
WORKDIR /mille
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY dashboard dashboard
COPY embed embed
COPY docs docs
COPY scripts scripts
COPY tsconfig.json rollup.config.mjs tsup.config.ts ./
# Install scripts only where allowScripts in package.json lets them run.
RUN npm ci --no-audit --no-fund --ignore-scripts \
  && npm rebuild esbuild sharp \
  && npm run build \
  && npm run build:docs \
  && npm run sbom \
  && npm prune --omit=dev --no-audit --no-fund --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /mille
COPY --from=build /mille /mille
# The image brings no database: DATABASE_URL leads to one. /data holds the operator's own lists.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Stops within 15 seconds of SIGTERM, when what is under way has been answered.
STOPSIGNAL SIGTERM
CMD ["node", "packages/server/main.ts"]
