# Images by digest; `docker buildx imagetools inspect IMAGE:TAG` prints the newest one of a tag.
# npm is all that is needed of Node.js here: it fetches the Bun that package.json pins.
# For another architecture Bun cross-compiles: the build always runs on this machine's own, without emulation.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
ARG TARGETARCH
WORKDIR /passwright
COPY . .
RUN scripts/build --target "bun-linux-$(echo "$TARGETARCH" | sed s/amd64/x64/)" && mkdir -m 700 data

# The executable needs glibc and nothing else: no shell, no package manager.
FROM gcr.io/distroless/base-nossl-debian12:nonroot@sha256:be40c00dfabd86576d92666e87e406714d5618342de1a0c213ad232de255172e
COPY --from=build /passwright/dist/passwright /usr/local/bin/passwright
COPY --from=build --chown=nonroot:nonroot /passwright/data /data
ENV HOST=0.0.0.0 DATA_DIR=/data SETUP_CODE=always
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s CMD ["/usr/local/bin/passwright", "health"]
ENTRYPOINT ["/usr/local/bin/passwright"]
CMD ["serve"]
